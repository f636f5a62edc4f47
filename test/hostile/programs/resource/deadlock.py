# about: takes a lock twice
# expect: timeout
# limits: wallMs=800
import threading


def task_func():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
