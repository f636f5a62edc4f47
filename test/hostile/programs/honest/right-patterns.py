# about: gives a text that matches
# expect: pass
# test: patterns
def task_func():
    return "2024-05 ann@example.org"
