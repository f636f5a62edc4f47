# about: a list that doubles until there is no memory
# expect: out-of-memory
# limits: memoryMb=128
def task_func():
    hoard = [0]
    while True:
        hoard += hoard
