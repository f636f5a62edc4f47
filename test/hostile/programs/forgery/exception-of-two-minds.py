# about: an exception that is a skip and a failure at once
# expect: fail, error
import unittest


class Both(unittest.SkipTest, AssertionError):
    pass


def task_func():
    raise Both
