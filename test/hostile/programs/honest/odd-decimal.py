# about: a decimal number
# expect: pass
from decimal import Decimal


def task_func():
    return Decimal("42.0")
