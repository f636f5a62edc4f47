# about: one file of many terabytes that occupies nothing
# expect: error, fail, killed, out-of-memory
import os


def task_func():
    fd = os.open(os.environ["TMPDIR"] + "/bcbhostile", os.O_CREAT | os.O_RDWR)
    os.ftruncate(fd, 1 << 50)
    return os.fstat(fd).st_size
