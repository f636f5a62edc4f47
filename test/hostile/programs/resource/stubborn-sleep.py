# about: sleeps for ever and swallows every exception that wakes it
# expect: timeout
# limits: wallMs=800
import time


def task_func():
    while True:
        try:
            time.sleep(10_000)
        except BaseException:
            pass
