# about: opens a sub-test on the test it was handed, and never closes it
# expect: tampered, fail, error, killed
# test: borrowed-self
import contextlib


def task_func(case):
    stack = contextlib.ExitStack()
    stack.enter_context(case.subTest())
    case._subtest = None
    case.kept = stack
    return 0
