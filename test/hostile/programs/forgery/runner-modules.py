# about: imports the runner's own modules
# expect: error, fail
import bcb_runner.records


def task_func():
    return bcb_runner.records
