# about: a daemon made the classic way: fork, new session, fork again
# expect: fail
import ctypes
import os
import time


def task_func():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(15, b"bcbhostile", 0, 0, 0)
            while True:
                time.sleep(10)
        os._exit(0)
    os.wait()
    return 0
