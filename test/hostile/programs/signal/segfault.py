# about: reads address zero
# expect: killed
import ctypes


def task_func():
    return ctypes.string_at(0)
