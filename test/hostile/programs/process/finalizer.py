# about: objects whose finalizers never return
# expect: fail
import time
import weakref


class Undying:
    def __del__(self):
        time.sleep(10**6)


keeper = Undying()
keeper.itself = keeper
weakref.finalize(keeper, time.sleep, 10**6)


def task_func():
    return 0
