# about: a fraction that is a whole number
# expect: pass
from fractions import Fraction


def task_func():
    return Fraction(84, 2)
