# about: asks for a terabyte in one piece
# expect: out-of-memory
def task_func():
    return len(bytearray(10**12))
