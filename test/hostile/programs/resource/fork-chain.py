# about: a chain of processes, each of which makes its successor and dies, faster than one can look
# expect: timeout, killed, error, fail
# limits: cpuMs=2000 wallMs=3000 processes=32
import os


def task_func():
    while True:
        try:
            if os.fork() != 0:
                os._exit(0)
        except OSError:
            pass
