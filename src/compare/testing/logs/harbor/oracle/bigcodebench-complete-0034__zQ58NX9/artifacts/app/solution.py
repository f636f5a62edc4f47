def task_func():
    return 1
