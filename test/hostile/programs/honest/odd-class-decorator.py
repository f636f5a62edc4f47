# about: a class that a decorator changes
# expect: pass
# test: shapes
def measured(kind):
    kind.area = lambda self: self.side**2
    kind.scaled = lambda self, by: kind(self.side * by)
    return kind


@measured
class Square:
    def __init__(self, side):
        self.side = side

    def __len__(self):
        return 4

    def __iter__(self):
        return iter([self.side] * 4)


def task_func(side):
    return Square(side)
