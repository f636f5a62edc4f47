# about: replaces the standard streams by objects that raise, then prints
# expect: error, fail
import sys


class Broken:
    def __getattr__(self, name):
        raise RuntimeError("no stream")


sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Broken()


def task_func():
    return 0
