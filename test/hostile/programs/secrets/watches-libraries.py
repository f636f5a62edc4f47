# about: watches the libraries that all programs share, to see what others open
# expect: pass
# test: refused
import ctypes
import os


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    fd = libc.inotify_init1(0)
    if fd < 0:
        return []
    every_open = 0x20
    folders = ("/usr", "/usr/lib", "/opt/bcb", os.path.dirname(os.__file__))
    return [folder for folder in folders if libc.inotify_add_watch(fd, folder.encode(), every_open) >= 0]
