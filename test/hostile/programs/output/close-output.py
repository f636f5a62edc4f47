# about: closes its own output, so that flushing at the end fails
# expect: fail
import os
import sys


def task_func():
    print("something that is still in a buffer", end="")
    os.close(1)
    os.close(2)
    sys.stdout = None
    return 0
