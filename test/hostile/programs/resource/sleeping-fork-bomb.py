# about: a bomb of processes that only sleep, each in a session of its own
# expect: timeout, error, fail, killed
# limits: wallMs=1000 processes=32
import os
import time


def task_func():
    try:
        while True:
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
    except OSError:
        time.sleep(1000)
