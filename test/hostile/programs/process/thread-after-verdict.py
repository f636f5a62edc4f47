# about: a thread that goes on after the tests and wants to have the last word
# expect: fail
import threading
import time


def late():
    while True:
        time.sleep(0.001)
        print("still here", flush=True)


def task_func():
    threading.Thread(target=late).start()
    return 0
