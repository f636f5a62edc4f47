# about: gives a list that is right
# expect: pass
# test: kinds
def task_func():
    return [3, 1, 2]
