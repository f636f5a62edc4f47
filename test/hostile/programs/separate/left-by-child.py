# about: a child process goes on writing to the link after its parent has answered
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
    import os
    import time

    if os.fork() == 0:
        time.sleep(0.2)
        for number in range(0, 100, 2):
            write(frame(1, number, b"[\"l\",[true,true]]"))
        os._exit(0)
    return 0
