# about: every process makes two more, for ever
# expect: timeout, killed, error, fail
# limits: cpuMs=2000 wallMs=4000 processes=32
import os


def task_func():
    while True:
        try:
            os.fork()
        except OSError:
            pass
