# about: methods that descriptors make
# expect: pass
# test: shapes
class Computed:
    def __init__(self, compute):
        self.compute = compute

    def __get__(self, held, owner):
        return lambda **options: self.compute(held, **options)


class Square:
    area = Computed(lambda self: self.side**2)
    scaled = Computed(lambda self, by: Square(self.side * by))

    def __init__(self, side):
        self.side = side

    def __len__(self):
        return 4

    def __iter__(self):
        return iter([self.side] * 4)


def task_func(side):
    return Square(side)
