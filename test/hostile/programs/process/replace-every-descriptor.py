# about: puts its own pipe over every descriptor, so that results go to itself
# expect: error, fail, killed, tampered
import os

read_end, write_end = os.pipe()
for name in os.listdir("/proc/self/fd"):
    if int(name) not in (read_end, write_end):
        try:
            os.dup2(write_end, int(name))
        except OSError:
            pass


def task_func():
    return 0
