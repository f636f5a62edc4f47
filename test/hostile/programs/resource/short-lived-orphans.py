# about: computes in orphans that each live for a moment only, so that none is there when somebody looks
# expect: timeout
# limits: cpuMs=1000 wallMs=300000
import os
import time


def burn():
    end = time.process_time() + 0.03
    while time.process_time() < end:
        pass
    os._exit(0)


def task_func():
    for _ in range(80):
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                burn()
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(0.04)
    return 0
