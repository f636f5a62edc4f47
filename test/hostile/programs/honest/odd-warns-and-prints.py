# about: warnings, log records and output on the way
# expect: pass
import logging
import sys
import warnings


def task_func():
    warnings.warn("careful")
    logging.getLogger("a").error("oh %s", 1)
    print("x" * 10_000, file=sys.stderr)
    return 42
