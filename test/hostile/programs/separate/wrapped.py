# about: has a mock that wraps a real function look around in the process with the tests
# test: wrapped
import os


def task_func():
    return 42 if os.listdir("/proc/self/task") else 0
