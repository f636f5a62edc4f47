# about: makes system calls by the 32-bit interface and the x32 numbers, past a filter that knows only one
# expect: killed, pass, error
# test: refused
import ctypes
import mmap
import platform

# mov eax, 20 (getpid by the 32-bit table); int 0x80; ret
CODE = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
X32_UNSHARE = 0x40000000 | 272


def attack():
    if platform.machine() != "x86_64":
        return []
    reached = []
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(X32_UNSHARE, 0x10000000) == 0:
        reached.append("x32")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0:
        reached.append("int 0x80")
    return reached
