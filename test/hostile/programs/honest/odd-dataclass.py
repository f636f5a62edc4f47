# about: a dataclass that is frozen
# expect: pass
# test: shapes
import dataclasses


@dataclasses.dataclass(frozen=True)
class Square:
    side: int

    def area(self):
        return self.side**2

    def scaled(self, by):
        return dataclasses.replace(self, side=self.side * by)

    def __len__(self):
        return 4

    def __iter__(self):
        yield from [self.side] * 4


def task_func(side):
    return Square(side)
