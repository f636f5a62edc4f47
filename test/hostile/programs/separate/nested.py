# about: lets the tests call it, and calls them, without end
# test: lent
def task_func(*args, **kwargs):
    return args[0](lambda: task_func(*args))
