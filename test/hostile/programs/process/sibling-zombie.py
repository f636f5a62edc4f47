# about: a process whose parent is the sample's own parent, dead before it: nobody there waits for it
# expect: fail
import ctypes
import os
import platform

CLONE_PARENT, SIGCHLD = 0x8000, 17
SYS_CLONE = {"x86_64": 56, "aarch64": 220}[platform.machine()]

for _ in range(3):
    if ctypes.CDLL(None).syscall(SYS_CLONE, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)


def task_func():
    return 0
