# about: a plain list of objects that are equal to everything
# expect: tampered, fail, error, killed
# test: kinds
from unittest.mock import ANY


def task_func():
    return [ANY, ANY, ANY]
