# about: hooks of the interpreter
# expect: pass
import sys

sys.excepthook = lambda *error: None
sys.setrecursionlimit(2000)


def task_func():
    return 42
