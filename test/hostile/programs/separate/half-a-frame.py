# about: writes the head of a frame and nothing after it
# limits: wallMs=3000
import struct
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


def frame(kind, number, text, data=b""):
    return struct.pack("<BIII", kind, number, len(text), len(data)) + text + data


def task_func(*args, **kwargs):
    write(struct.pack("<BIII", 1, 0, 1 << 20, 0))
    return 0
