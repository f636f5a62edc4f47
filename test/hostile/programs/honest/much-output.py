# about: prints far more than is kept, which is no fault
# expect: pass
# limits: outputKb=16
def task_func():
    for number in range(3000):
        print("line %06d of a long but finite report" % number)
    return 42
