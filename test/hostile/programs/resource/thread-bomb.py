# about: starts threads until no more can be had, then tries again
# expect: timeout, error, fail, killed
# limits: cpuMs=1000 wallMs=1500 processes=48
import threading
import time


def task_func():
    while True:
        try:
            threading.Thread(target=time.sleep, args=(10**6,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)
