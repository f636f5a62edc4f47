# about: raises an exception whose class and text misbehave whenever somebody looks
class Slippery(type):
    @property
    def __name__(cls):
        raise SystemExit(0)


class Problem(BaseException, metaclass=Slippery):
    def __str__(self):
        raise KeyboardInterrupt

    __repr__ = __str__


def task_func():
    raise Problem
