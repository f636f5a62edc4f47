# about: a burst of system calls, every number with wrong arguments
# expect: error, fail, killed, timeout
# limits: wallMs=4000 cpuMs=3000
import ctypes
import os

# Those that only end, stop or wait for the process itself say nothing.
HARMLESS = {0, 15, 23, 24, 34, 35, 57, 58, 60, 61, 73, 231, 247, 270, 271}


def task_func():
    libc = ctypes.CDLL(None)
    for number in range(0, 480):
        if number not in HARMLESS:
            libc.syscall(number, -1, -1, -1, -1, -1, -1)
    return os.getpid()
