# about: shared anonymous memory, which does not count as data of the process
# expect: out-of-memory, timeout, killed
# limits: memoryMb=96 wallMs=8000
import mmap


def task_func():
    hoard = []
    while True:
        piece = mmap.mmap(-1, 16 << 20)
        for position in range(0, len(piece), 4096):
            piece[position] = 1
        hoard.append(piece)
