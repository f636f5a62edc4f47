# about: leaves with the exit statuses that the runner itself uses
# expect: error
import os


def task_func():
    os._exit(97)
