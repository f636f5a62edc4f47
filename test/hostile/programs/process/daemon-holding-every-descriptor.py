# about: a daemon that inherits every descriptor there is, the result channel too if it can
# expect: fail, tampered
import os
import time


def task_func():
    for fd in range(3, 1100):
        try:
            os.set_inheritable(fd, True)
        except OSError:
            pass
    if os.fork() == 0:
        os.setsid()
        os.execv("/bin/sleep", ["bcbhostile", "100000"])
    time.sleep(0.05)
    return 0
