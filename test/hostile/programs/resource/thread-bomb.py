# about: starts threads until no more can be had, then tries again
# expect: timeout, error, fail, killed
# limits: cpuMs=2000 wallMs=2000 processes=48
import threading
import time


def task_func():
    while True:
        try:
            threading.Thread(target=time.sleep, args=(10**6,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)
