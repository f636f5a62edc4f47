# about: System V shared memory that is filled, detached and kept
# expect: out-of-memory, error, timeout, killed
# limits: memoryMb=96 wallMs=8000
import ctypes


def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    size, total = 32 << 20, 0
    while total < 256 << 20:
        segment = libc.shmget(0, size, 0o1600)
        if segment < 0:
            raise MemoryError("no more segments")
        address = libc.shmat(segment, None, 0)
        if address in (None, 2**64 - 1):
            raise MemoryError("no more room")
        ctypes.memset(address, 1, size)
        libc.shmdt(ctypes.c_void_p(address))
        total += size
    return "kept %d MB" % (total >> 20)
