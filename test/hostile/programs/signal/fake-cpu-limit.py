# about: sends itself the signal of the CPU limit, to look slow instead of wrong
# expect: timeout, killed
import os
import signal


def task_func():
    os.kill(os.getpid(), signal.SIGXCPU)
