# about: reserves far more address space than there is memory, without touching it
# expect: fail, out-of-memory, error
# limits: memoryMb=256
import mmap


def task_func():
    pieces = [mmap.mmap(-1, 1 << 36) for _ in range(16)]
    return len(pieces)
