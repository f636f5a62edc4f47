# about: calls special methods of lent objects that are none of its business
# test: lent
import sys


def find_peer():
    frame = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self")
        if hasattr(owner, "link") and hasattr(owner, "lend"):
            return owner
        frame = frame.f_back


def task_func(*args, **kwargs):
    peer = find_peer()
    for number in range(3):
        for name in ("__reduce__", "__getattribute__", "__setattr__", "__init__", "__class__", "__subclasses__", "__eq__"):
            try:
                peer.ask("special", number, name, ["__globals__"], {})
            except Exception:
                pass
    return 0
