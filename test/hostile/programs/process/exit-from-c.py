# about: leaves by the C library, which runs its own hooks
# expect: error
import ctypes


def task_func():
    ctypes.CDLL(None).exit(0)
