# about: closes every descriptor it has
# expect: error, fail, killed, tampered
import os


def task_func():
    os.closerange(0, 70000)
    return 0
