# about: answers with more lists than fit into memory
# expect: tampered
import sys


def find_peer():
    frame = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self")
        if hasattr(owner, "link") and hasattr(owner, "lend"):
            return owner
        frame = frame.f_back


find_peer().link._serve = lambda text, data: (b'["l",[' + b'["l",[]],' * 4_500_000 + b"1]]", b"")


def task_func(*args, **kwargs):
    return 0
