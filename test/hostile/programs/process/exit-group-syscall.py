# about: ends by a raw system call, past every hook
# expect: error, killed
import ctypes
import platform


def task_func():
    ctypes.CDLL(None).syscall({"x86_64": 231, "aarch64": 94}[platform.machine()], 0)
