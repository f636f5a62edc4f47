# about: os._exit(0) in the middle of a test
# expect: error
import os


def task_func():
    os._exit(0)
