# about: takes back the wish to die with its parent, then leaves it
# expect: fail
import ctypes
import os


def task_func():
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
        os.setsid()
        if os.fork() == 0:
            os.execv("/bin/sleep", ["bcbhostile", "100000"])
        os._exit(0)
    return 0
