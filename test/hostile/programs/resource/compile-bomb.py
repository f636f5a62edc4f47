# about: source code that takes a compiler all the memory it can get
# expect: out-of-memory, error, timeout, killed
# limits: memoryMb=192 cpuMs=2000
def task_func():
    return eval("(1<<" * 50 + "1" + ")" * 50) or eval("+".join("%d" % n for n in range(10**6)))
