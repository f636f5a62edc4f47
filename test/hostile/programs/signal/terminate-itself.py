# about: ends itself with SIGTERM
# expect: killed
import os
import signal


def task_func():
    os.kill(os.getpid(), signal.SIGTERM)
