# about: an integer with more digits than there is memory for, in one operation that no signal interrupts
# expect: timeout, out-of-memory, error
# limits: cpuMs=400 memoryMb=128
def task_func():
    return 9 ** 9 ** 9 ** 9
