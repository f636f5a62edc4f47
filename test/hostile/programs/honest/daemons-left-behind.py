# about: computes the answer and leaves daemons that ignore signals and hold the output
# expect: pass
import os
import signal


def task_func():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            for number in signal.valid_signals():
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            os.execv("/bin/sleep", ["bcbhostile", "100000"])
    return 42
