# about: a generic class
# expect: pass
# test: shapes
import typing

Number = typing.TypeVar("Number", int, float)


class Square(typing.Generic[Number]):
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
    return Square[int](side)
