# about: raises the exception by which unittest stops a test early without calling it a failure
# expect: fail, error, tampered
import unittest.case


def task_func():
    raise unittest.case._ShouldStop
