# about: an object that is called in place of a function
# expect: pass
# test: shapes
import functools


class Square:
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


class Make:
    def __call__(self, side, kind):
        return kind(side)


task_func = functools.partial(Make(), kind=Square)
