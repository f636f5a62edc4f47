# about: an object that hands everything on to another
# expect: pass
# test: shapes
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


class Proxy:
    def __init__(self, held):
        self.__dict__["held"] = held

    def __getattr__(self, name):
        return getattr(self.held, name)

    def __len__(self):
        return len(self.held)

    def __iter__(self):
        return iter(self.held)


def task_func(side):
    return Proxy(Square(side))
