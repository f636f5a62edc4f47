# about: computes in children that each live for a moment and that nobody waits for
# expect: timeout
# expect-B: timeout, fail
# expect-D: timeout, fail
# limits: cpuMs=1000 wallMs=300000
import os
import signal
import time


def burn():
    end = time.process_time() + 0.03
    while time.process_time() < end:
        pass
    os._exit(0)


def task_func():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(80):
        if os.fork() == 0:
            burn()
        time.sleep(0.04)
    return 0
