# about: opens files of the host by handle instead of by path (the old way out of containers)
# expect: pass
# test: refused
import ctypes
import os
import platform
import struct

OPEN_BY_HANDLE = {"x86_64": 304, "aarch64": 265}[platform.machine()]


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    root = os.open("/usr", os.O_RDONLY)
    for inode in (2, 64, 128, 256):
        handle = ctypes.create_string_buffer(struct.pack("<IiQ", 8, 1, inode) + bytes(120))
        fd = libc.syscall(OPEN_BY_HANDLE, root, handle, os.O_RDONLY)
        if fd >= 0:
            reached += os.listdir(fd)[:5] or ["an empty folder"]
    return reached
