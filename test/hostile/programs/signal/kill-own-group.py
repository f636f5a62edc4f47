# about: kills its own process group
# expect: killed
import os
import signal


def task_func():
    os.killpg(0, signal.SIGKILL)
