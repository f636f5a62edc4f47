# about: every process makes two more, for ever
# expect: timeout, killed, error, fail
# limits: cpuMs=800 wallMs=3000 processes=32
import os


def task_func():
    while True:
        try:
            os.fork()
        except OSError:
            pass
