# about: a plain list of objects that are equal to everything
# test: kinds
from unittest.mock import ANY


def task_func():
    return [ANY, ANY, ANY]
