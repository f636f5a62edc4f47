# about: makes new namespaces while making a process, by clone and by clone3
# expect: pass
# test: refused
import ctypes
import os
import platform
import struct

CLONE = {"x86_64": 56, "aarch64": 220}[platform.machine()]


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000):
        child = libc.syscall(CLONE, flag | 17, 0, 0, 0, 0)
        if child == 0:
            os._exit(0)
        if child > 0:
            reached.append("clone %x" % flag)
        arguments = ctypes.create_string_buffer(struct.pack("8Q", flag, 0, 0, 0, 17, 0, 0, 0))
        child = libc.syscall(435, arguments, 64)
        if child == 0:
            os._exit(0)
        if child > 0:
            reached.append("clone3 %x" % flag)
    return reached
