# about: recurses deep, but comes back
# expect: pass
import sys


def dive(depth):
    return 0 if depth == 0 else 1 + dive(depth - 1)


def task_func():
    sys.setrecursionlimit(20_000)
    return 42 if dive(5_000) == 5_000 else 0
