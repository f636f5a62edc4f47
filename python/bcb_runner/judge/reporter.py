"""The unittest result that tells the zygote, test by test, what happened.

There is no class of ours here: whoever asks `TestResult.__subclasses__()` must not find what judges. The result is a
plain TestResult, whose class is sealed, with functions of its own in its dictionary.
"""

import linecache
import re
import sys
import time
import types
import unittest

PROGRAM_FILE = "__test__.py"
MESSAGE_CHARS = 3000
REASON_CHARS = 300

# An address says nothing and differs from run to run.
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,16}\b")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_SUCCESS_REPORTED_BY = unittest.TestCase.run.__code__


def without_addresses(text):
    return _ADDRESS.sub("at 0x…", text)


def tail(text, limit):
    return text if len(text) <= limit else "…" + text[-limit:]


def create_source(code, program):
    """The program's text: maps lines back to the solution and lends it to tracebacks."""
    code_lines = len(_NEWLINE.split(code))
    entry = (len(program), None, program.splitlines(True), PROGRAM_FILE)

    def solution_line(traceback):
        """The innermost line of the solution that a traceback passes through, or 0."""
        line = 0
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == PROGRAM_FILE and traceback.tb_lineno <= code_lines:
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return line

    def lend(describe, *arguments):
        """Calls `describe` while tracebacks can show source lines; at no other time does the program have a source."""
        linecache.cache[PROGRAM_FILE] = entry
        try:
            return describe(*arguments)
        finally:
            linecache.cache.pop(PROGRAM_FILE, None)

    return types.SimpleNamespace(code_lines=code_lines, solution_line=solution_line, lend=lend)


def first_line(error_type, error):
    """`Type: message`, one line, for people."""
    try:
        text = str(error)
    except BaseException:
        text = "unprintable"
    text = " ".join(text.split("\n", 1)[0].split())
    name = getattr(error_type, "__name__", "Exception")
    return without_addresses(("%s: %s" % (name, text) if text else name)[:REASON_CHARS])


def create_reporter(send, source, guard):
    """A result that sends one record per event: `test`, name, outcome, milliseconds, solution line, exception, reason, message."""
    result = unittest.TestResult()
    clock, caller, begin = time.perf_counter, sys._getframe, unittest.TestResult.startTest
    describe = result._exc_info_to_string
    started = clock()

    def start_test(test):
        nonlocal started
        guard.look()
        begin(result, test)
        started = clock()

    def add_success(test):
        if caller(1).f_code is not _SUCCESS_REPORTED_BY:
            guard.find("a success that no test reported")
        guard.look_at_test(test)
        guard.look_at_class()
        report(test, "pass")

    def add_expected_failure(test, err):
        if guard.may_expect_failures:
            report(test, "pass")
        else:  # the test source never speaks of expected failures: somebody else marked the test
            report(test, "fail", err)

    def add_sub_test(test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], test.failureException)
            report(test, "fail" if failed else "error", err)

    def report(test, outcome, err=None, reason=""):
        ms = (clock() - started) * 1000
        line, kind, message = 0, "", reason
        if err is not None:
            kind = err[0].__name__
            line = source.solution_line(err[2])
            reason = first_line(err[0], err[1])
            try:
                message = source.lend(describe, err, test)
            except Exception:
                message = reason
            message = tail(without_addresses(message.rstrip()), MESSAGE_CHARS)
        send("test", _name_of(test), outcome, "%.3f" % ms, line, kind, reason[:REASON_CHARS], message)

    result.startTest = start_test
    result.addSuccess = add_success
    result.addExpectedFailure = add_expected_failure
    result.addUnexpectedSuccess = lambda test: report(test, "fail", reason="unexpected success")
    result.addSkip = lambda test, reason: report(test, "skip", reason="skipped: %s" % reason)
    result.addFailure = lambda test, err: report(test, "fail", err)
    result.addError = lambda test, err: report(test, "error", err)
    result.addSubTest = add_sub_test
    return result


def _name_of(test):
    # setUpClass and its kin are reported through a holder whose description reads `setUpClass (module.Class)`.
    name = getattr(test, "_testMethodName", None) or getattr(test, "description", "unknown")
    return str(name).split(" ", 1)[0]
