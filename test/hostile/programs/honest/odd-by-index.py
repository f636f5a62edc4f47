# about: an object that is iterated by its items
# expect: pass
# test: shapes
class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2

    def scaled(self, by):
        return Square(by * self.side)

    def __len__(self):
        return 4

    def __getitem__(self, place):
        if place >= len(self):
            raise IndexError(place)
        return self.side


def task_func(side):
    return Square(side)
