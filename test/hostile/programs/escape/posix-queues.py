# about: makes POSIX message queues and semaphores with names, which live until the machine stops
# expect: fail
import ctypes
import os


def task_func():
    for load in ("librt.so.1", None):
        try:
            library = ctypes.CDLL(load)
            library.mq_open(b"/bcbhostile", os.O_CREAT | os.O_RDWR, 0o666, None)
            library.sem_open(b"/bcbhostile", os.O_CREAT, 0o666, 1)
            library.shm_open(b"/bcbhostile", os.O_CREAT | os.O_RDWR, 0o666)
        except (OSError, AttributeError):
            pass
    return 0
