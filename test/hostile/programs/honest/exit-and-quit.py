# about: exit and quit are not there, as in the original harness
# expect: pass
def task_func():
    return 42 if exit is None and quit is None else 0
