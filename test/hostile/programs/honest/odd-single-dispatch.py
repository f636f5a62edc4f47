# about: a function that is chosen by the class of its argument
# expect: pass
import functools


@functools.singledispatch
def value_of(word):
    return 0


@value_of.register
def _(number: int):
    return number


def task_func():
    return value_of(42)
