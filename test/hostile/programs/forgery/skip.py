# about: raises SkipTest instead of answering
# expect: fail
import unittest


def task_func():
    raise unittest.SkipTest("not today")
