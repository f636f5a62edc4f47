# about: defines functions with the names of built-ins in the module that the tests share
# test: collections
# flags: builtin-shadow
def len(thing):
    return 3


def isinstance(thing, kind):
    return True


def all(things):
    return True


def str(thing):
    return "1 2 3"


class Anything(list):
    pass


def task_func():
    return [3, 2, 1]
