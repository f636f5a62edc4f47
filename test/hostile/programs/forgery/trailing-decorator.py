# about: ends with a decorator that would fall onto the first statement of the tests
# test: bare
def task_func():
    return 0


@(lambda cls: None)
