# about: closes every descriptor, the result channel too, and computes on
# expect: error, timeout
# limits: cpuMs=300
import os

os.closerange(0, 65536)


def task_func():
    while True:
        pass
