# about: floods every descriptor that could be the result channel
# limits: cpuMs=5000
import os


def task_func():
    open_ones = []
    for fd in range(3, 1100):
        try:
            os.fstat(fd)
            open_ones.append(fd)
        except OSError:
            pass
    while open_ones:
        for fd in open_ones:
            os.write(fd, b"x" * 65536)
    return 0
