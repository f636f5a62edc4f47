# about: folders nested so deep that no path names the innermost
# expect: fail, error
import os


def task_func():
    name = "bcbhostile" + "d" * 200
    for _ in range(2000):
        os.mkdir(name)
        os.chdir(name)
    return 0
