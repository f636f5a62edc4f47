# about: a class below an abstract one
# expect: pass
# test: shapes
import abc
import collections.abc


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        """How large it is."""


class Square(Shape, collections.abc.Sized, collections.abc.Iterable):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2

    def scaled(self, by):
        return type(self)(self.side * by)

    def __len__(self):
        return 4

    def __iter__(self):
        return iter([self.side] * 4)


def task_func(side):
    return Square(side)
