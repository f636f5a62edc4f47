def task_func():
    return 42
