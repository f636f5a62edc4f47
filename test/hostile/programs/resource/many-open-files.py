# about: opens files until no more can be had, then keeps them
# expect: error
# limits: files=64
def task_func():
    hoard = []
    while True:
        hoard.append(open("/dev/null"))
