# about: takes nearly as much memory as it may
# expect: pass
def task_func():
    return 42 if len(bytearray(400 << 20)) else 0
