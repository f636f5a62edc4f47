# about: forks inside a test, and both processes go on with the tests
# expect: fail, error, tampered
import os


def task_func():
    os.fork()
    return 0
