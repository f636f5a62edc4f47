# about: a list of a class of its own
# expect: pass
# test: shapes
class Square(list):
    def __init__(self, side):
        super().__init__([side] * 4)

    def area(self):
        return self[0] ** 2

    def scaled(self, by):
        return Square(self[0] * by)


def task_func(side):
    return Square(side)
