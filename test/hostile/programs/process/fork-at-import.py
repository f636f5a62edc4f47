# about: forks before the tests are defined, and both processes run them
# expect: fail, error, tampered
import os

os.fork()


def task_func():
    return os.getpid()
