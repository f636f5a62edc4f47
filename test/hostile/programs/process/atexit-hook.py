# about: hooks that run when the interpreter ends, and do not let it
# expect: fail
import atexit
import threading
import time


@atexit.register
def linger():
    time.sleep(10**6)


threading._register_atexit(linger)


def task_func():
    return 0
