# about: an object whose methods give itself
# expect: pass
# test: shapes
class Square:
    def __init__(self, side):
        self.side = side

    def scaled(self, by):
        self.side *= by
        return self

    def area(self):
        return self.side**2

    def __len__(self):
        return 4

    def __iter__(self):
        return iter([self.side] * 4)


def task_func(side):
    return Square(side)
