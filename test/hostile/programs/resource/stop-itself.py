# about: stops itself, so that it neither runs nor ends
# expect: timeout
# limits: wallMs=800
import os
import signal


def task_func():
    os.kill(os.getpid(), signal.SIGSTOP)
