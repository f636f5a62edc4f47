# about: kills process 1 with every signal
# expect: fail, killed
import os
import signal


def task_func():
    for number in signal.valid_signals():
        try:
            os.kill(1, number)
        except OSError:
            pass
    return 0
