# about: logs what it should
# expect: pass
# test: logs
import logging


def task_func():
    logging.error("disk full")
