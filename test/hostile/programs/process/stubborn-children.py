# about: children that ignore every signal, stop each other and fork while they are killed
# expect: fail, timeout
# limits: wallMs=6000 cpuMs=4000 processes=32
import os
import signal
import time


def task_func():
    for _ in range(6):
        try:
            child = os.fork()
        except OSError:  # the first ones have taken all there is
            break
        if child == 0:
            for number in signal.valid_signals():
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            os.setsid()
            while True:
                try:
                    if os.fork() > 0:
                        time.sleep(0.01)
                except OSError:
                    time.sleep(0.01)
    time.sleep(0.1)
    return 0
