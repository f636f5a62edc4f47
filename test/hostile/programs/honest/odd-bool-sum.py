# about: a sum of booleans
# expect: pass
def task_func():
    return sum([True] * 42)
