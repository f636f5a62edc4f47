# about: uses no CPU at all and never returns
# expect: timeout
# limits: wallMs=800
import time


def task_func():
    time.sleep(10**6)
