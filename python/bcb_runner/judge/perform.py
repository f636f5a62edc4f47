"""Runs a program and its tests. Its frames lie below those of the program: they hold nothing that is worth finding."""

import traceback
import unittest

from .integrity import silent_canaries
from .reporter import (
    BEGIN,
    DONE,
    FATAL,
    LEND,
    LOADED,
    MESSAGE_CHARS,
    PROGRAM_FILE,
    TAKE_BACK,
    first_line,
    lines_of,
    tail,
    without_addresses,
)


def perform(audit, steps, code_lines):
    """steps: the code and the names it runs in; the judge adds the test class and the result that the tests report to."""
    try:
        audit(BEGIN)
        exec(steps.pop(), steps.pop())
        audit(LOADED, steps)
        suite = unittest.TestLoader().loadTestsFromTestCase(steps.pop())
        silent = silent_canaries()
        suite.run(steps.pop())
        audit(DONE, silent + silent_canaries())
    except BaseException as error:
        audit(FATAL, *describe_fatal(error, code_lines, audit))


def describe_fatal(error, code_lines, audit, prefix=""):
    """(class, line of the solution, reason, message) of what ended a program."""
    if isinstance(error, SyntaxError) and error.filename == PROGRAM_FILE:
        line = error.lineno if error.lineno and error.lineno <= code_lines else 0
    else:
        line, _ = lines_of(error.__traceback__, code_lines)
    audit(LEND)
    try:
        # Our own frames say nothing about the program.
        own = error.__traceback__
        while own is not None and own.tb_frame.f_code.co_filename != PROGRAM_FILE:
            own = own.tb_next
        message = "".join(traceback.format_exception(type(error), error, own))
    except Exception:
        message = ""
    finally:
        audit(TAKE_BACK)
    message = tail(without_addresses(message.rstrip()), MESSAGE_CHARS)
    return type(error).__name__, line, prefix + first_line(type(error), error), message
