# about: puts a function with the name of a built-in into the module of the assertions
# expect: tampered, fail, error, killed
import unittest.case

unittest.case.isinstance = lambda *_: True
unittest.case.len = lambda *_: 0
unittest.case.all = unittest.case.any = lambda *_: True


def task_func():
    return 0
