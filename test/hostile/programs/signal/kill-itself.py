# about: ends itself with SIGKILL, as a limit would
# expect: killed
import os
import signal


def task_func():
    os.kill(os.getpid(), signal.SIGKILL)
