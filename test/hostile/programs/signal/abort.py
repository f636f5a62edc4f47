# about: ends itself with abort()
# expect: killed
import os


def task_func():
    os.abort()
