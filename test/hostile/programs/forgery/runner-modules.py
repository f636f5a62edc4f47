# about: imports the runner's own modules
import bcb_runner.records


def task_func():
    return bcb_runner.records
