# about: gives a number of the class that is asked for
# expect: pass
# test: classes
def task_func():
    return 2.5
