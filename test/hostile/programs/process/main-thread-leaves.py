# about: the main thread ends, another one stays
# expect: timeout, error, killed
# limits: wallMs=1000
import ctypes
import threading
import time


def task_func():
    threading.Thread(target=time.sleep, args=(1000,)).start()
    ctypes.CDLL(None).pthread_exit(None)
