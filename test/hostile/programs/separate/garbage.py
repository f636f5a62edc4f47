# about: writes bytes that are no frame to the link
# expect: tampered
import sys


def find_peer():
    frame = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self")
        if hasattr(owner, "link") and hasattr(owner, "lend"):
            return owner
        frame = frame.f_back


def write(data):
    import os

    os.write(find_peer().link._fd, data)


def task_func(*args, **kwargs):
    write(b"\xff" * 64)
    return 0
