# about: objects of which there is one for each side
# expect: pass
# test: shapes
import weakref


class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2

    def scaled(self, by):
        return task_func(self.side * by)

    def __len__(self):
        return 4

    def __iter__(self):
        return iter([self.side] * 4)


squares = weakref.WeakValueDictionary()


def task_func(side):
    return squares.setdefault(side, Square(side))
