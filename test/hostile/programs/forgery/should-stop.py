# about: raises the exception by which unittest stops a test early without calling it a failure
# expect: error, fail
# flags: test-tamper
import unittest.case


def task_func():
    raise unittest.case._ShouldStop
