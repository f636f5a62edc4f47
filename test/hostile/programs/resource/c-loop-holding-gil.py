# about: spends its life inside one call of C code that never lets another thread run
# expect: timeout
# limits: cpuMs=300
def task_func():
    return sum(range(10**15))
