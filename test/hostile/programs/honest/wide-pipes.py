# about: makes its output pipes as large as can be and fills them
# expect: pass
import fcntl
import os


def task_func():
    for fd in (1, 2):
        try:
            fcntl.fcntl(fd, 1031, 1 << 20)
        except OSError:
            pass
    os.write(1, b"y" * (1 << 20))
    return 42
