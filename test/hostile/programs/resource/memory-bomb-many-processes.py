# about: stays below the limit in each process, and has many of them
# expect: out-of-memory, timeout, killed
# limits: memoryMb=128 wallMs=8000
import os
import time


def task_func():
    for _ in range(8):
        if os.fork() == 0:
            try:
                hoard = bytearray(40 << 20)
                for position in range(0, len(hoard), 4096):
                    hoard[position] = 1
            finally:
                time.sleep(10**6)
    time.sleep(10**6)
