# about: allocates and touches memory without end
# expect: out-of-memory
# limits: memoryMb=128
def task_func():
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))
