# about: answers with millions of empty lists, which take fifty times the room of their text
# limits: memoryMb=256
import json
import sys


def find_peer():
    frame = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self")
        if hasattr(owner, "link") and hasattr(owner, "lend"):
            return owner
        frame = frame.f_back


def answer_with(tree, data=b""):
    """Whatever the tests' side asks for next is answered with this tree."""
    peer = find_peer()

    def serve(text, raw):
        return b'["l",[' + b'["l",[]],' * 4_000_000 + b'["l",[]]]]', data

    peer.link._serve = serve


def call_answer(value, changes=("L", []), state=("D", {}), kind="value"):
    return ["l", [kind, value, list(changes), list(state)]]


answer_with(0, b"")


def task_func(*args, **kwargs):
    return 0
