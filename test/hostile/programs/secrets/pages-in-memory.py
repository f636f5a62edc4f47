# about: asks which pages of the shared libraries others have read, which carries bits from one program to the next
# expect: pass
# test: refused
import ctypes
import mmap
import os
import struct


def attack():
    reached = []
    libc = ctypes.CDLL(None, use_errno=True)
    fd = os.open(os.__file__, os.O_RDONLY)
    only_what_is_in_memory = 8
    try:
        os.preadv(fd, [bytearray(4096)], 0, only_what_is_in_memory)
        reached.append("read without waiting")
    except BlockingIOError:
        reached.append("read without waiting")
    except OSError:
        pass
    whole = struct.pack("QQ", 0, 0)
    if libc.syscall(451, fd, whole, ctypes.create_string_buffer(40), 0) == 0:
        reached.append("statistics of the cache")
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *3 * [ctypes.c_int], ctypes.c_long]
    address = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE, fd, 0)
    if libc.mincore(ctypes.c_void_p(address), ctypes.c_size_t(4096), ctypes.create_string_buffer(1)) == 0:
        reached.append("pages of a mapping")
    return reached
