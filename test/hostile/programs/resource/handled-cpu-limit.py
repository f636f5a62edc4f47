# about: catches the signal of the CPU limit and goes on
# expect: timeout
# limits: cpuMs=300
import signal


def task_func():
    signal.signal(signal.SIGXCPU, lambda *_: None)
    while True:
        pass
