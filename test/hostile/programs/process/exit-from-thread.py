# about: another thread ends the process while a test is running
# expect: error
import os
import threading
import time


def task_func():
    threading.Timer(0.05, os._exit, (0,)).start()
    time.sleep(20)
    return 0
