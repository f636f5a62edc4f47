# about: looks its descriptors up and closes each one at import
# expect: error, fail, killed, tampered
import os

for name in os.listdir("/proc/self/fd"):
    try:
        os.close(int(name))
    except OSError:
        pass


def task_func():
    return 0
