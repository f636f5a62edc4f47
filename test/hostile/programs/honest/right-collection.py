# about: gives a collection that is right
# expect: pass
# test: builtins
def task_func():
    return (3, 2, 1)
