# about: eight threads write to the link at the same time
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
    import threading

    threads = [threading.Thread(target=lambda: [write(frame(0, 1, b'["L",["truth",0]]')) for _ in range(50)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    return 0
