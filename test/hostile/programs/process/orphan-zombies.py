# about: leaves a crowd of dead and dying children that nobody waits for
# expect: fail
import os


def task_func():
    for _ in range(40):
        try:
            if os.fork() == 0:
                if os.fork() == 0:
                    os.setsid()
                os._exit(0)
        except OSError:
            break
    return 0
