# about: kill(-1): every process it may signal
# expect: fail, killed
import os
import signal


def task_func():
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        pass
    return 0
