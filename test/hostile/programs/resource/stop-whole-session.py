# about: stops every process it can reach, itself included
# expect: timeout
# limits: wallMs=800
import os
import signal


def task_func():
    os.kill(0, signal.SIGSTOP)
    os.kill(-1, signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGSTOP)
