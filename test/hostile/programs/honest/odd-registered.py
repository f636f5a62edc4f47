# about: a class that registers itself when it is defined
# expect: pass
# test: shapes
known = {}


class Shape:
    def __init_subclass__(cls, name):
        known[name] = cls


class Square(Shape, name="square"):
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
    return known["square"](side)
