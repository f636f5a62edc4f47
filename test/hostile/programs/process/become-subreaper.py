# about: declares itself the one that orphans fall to, then abandons them
# expect: fail
import ctypes
import os


def task_func():
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    if os.fork() == 0:
        if os.fork() == 0:
            os.setsid()
            os.execv("/bin/sleep", ["bcbhostile", "100000"])
        os._exit(0)
    os.wait()
    return 0
