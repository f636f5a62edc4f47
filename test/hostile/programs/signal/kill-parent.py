# about: kills its parent again and again
# expect: fail, killed
import os
import signal


def task_func():
    for _ in range(100):
        try:
            os.kill(os.getppid(), signal.SIGKILL)
        except OSError:
            pass
    return 0
