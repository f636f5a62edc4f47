# about: the child goes on with the tests and answers right, the parent sleeps
# expect: timeout
# limits: wallMs=1000
import os
import time


def task_func():
    if os.fork() != 0:
        time.sleep(1000)
    return 42
