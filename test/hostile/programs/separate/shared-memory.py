# about: leaves what it wants to know in shared memory, and reads it there
# expect-B: pass
# test: shared-memory
import os


def task_func(*args, **kwargs):
    for folder in ("/dev/shm", "/dev/mqueue"):
        try:
            for name in os.listdir(folder):
                return 42
        except OSError:
            pass
    return 0
