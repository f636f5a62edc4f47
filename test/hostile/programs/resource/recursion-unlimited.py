# about: lifts the recursion limit and runs off the end of the stack
# expect: killed, out-of-memory, error
# limits: memoryMb=256
import sys

sys.setrecursionlimit(2**31 - 1)


class Endless:
    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __repr__(self):
        return repr(self)


def task_func():
    return repr(Endless())
