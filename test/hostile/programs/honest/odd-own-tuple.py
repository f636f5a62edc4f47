# about: a tuple of a class of its own
# expect: pass
# test: shapes
class Square(tuple):
    def __new__(cls, side):
        return super().__new__(cls, [side] * 4)

    def area(self):
        return self[0] * self[1]

    def scaled(self, by):
        return type(self)(self[0] * by)


def task_func(side):
    return Square(side)
