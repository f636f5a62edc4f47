# about: fills the link with requests and reads no answer
# limits: cpuMs=4000 wallMs=8000
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
    while True:
        write(frame(0, 1, b'["L",["events",0]]'))
