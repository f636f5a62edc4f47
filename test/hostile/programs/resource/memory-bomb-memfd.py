# about: memory hidden in anonymous files that are not even mapped
# expect: out-of-memory, timeout, killed, error
# limits: memoryMb=96 wallMs=8000 files=64
import os


def task_func():
    block = b"x" * (1 << 20)
    total = 0
    while total < 512 << 20:
        fd = os.memfd_create("bcbhostile")
        for _ in range(32):
            total += os.write(fd, block)
    return "kept %d MB" % (total >> 20)
