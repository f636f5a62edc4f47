# about: gives a date that is right
# expect: pass
# test: dates
def task_func():
    return "2024-05-17"
