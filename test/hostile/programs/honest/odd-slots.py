# about: a class with slots, a descriptor and an operator of its own
# expect: pass
class Field:
    def __get__(self, owner, kind):
        return owner.kept


class Number:
    __slots__ = ("kept",)
    value = Field()

    def __init__(self, kept):
        self.kept = kept

    def __matmul__(self, other):
        return self.value * other.value


def task_func():
    return Number(6) @ Number(7)
