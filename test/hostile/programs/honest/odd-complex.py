# about: a complex number without an imaginary part
# expect: pass
def task_func():
    return 42 + 0j
