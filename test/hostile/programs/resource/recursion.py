# about: recurses without end
# expect: error
def task_func():
    return task_func()
