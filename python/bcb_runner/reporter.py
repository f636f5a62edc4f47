"""The unittest result that tells the zygote, test by test, what happened."""

import linecache
import re
import time
import unittest

# Bound here once and for all: the program may replace them in the built-ins.
from builtins import BaseException, Exception, getattr, issubclass, len, str, super

PROGRAM_FILE = "__test__.py"
MESSAGE_CHARS = 3000
REASON_CHARS = 300

# An address says nothing and differs from run to run.
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,16}\b")


def without_addresses(text):
    return _ADDRESS.sub("at 0x…", text)


def tail(text, limit):
    return text if len(text) <= limit else "…" + text[-limit:]


class Source:
    """The program's text: maps lines back to the solution and lends it to tracebacks."""

    def __init__(self, code, program):
        self.code_lines = len(re.split(r"\r\n|\r|\n", code))
        self._entry = (len(program), None, program.splitlines(True), PROGRAM_FILE)

    def solution_line(self, traceback):
        """The innermost line of the solution that a traceback passes through, or 0."""
        line = 0
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == PROGRAM_FILE and traceback.tb_lineno <= self.code_lines:
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return line

    def lend(self, describe, *arguments):
        """Calls `describe` while tracebacks can show source lines; at no other time does the program have a source."""
        linecache.cache[PROGRAM_FILE] = self._entry
        try:
            return describe(*arguments)
        finally:
            linecache.cache.pop(PROGRAM_FILE, None)


def first_line(error_type, error):
    """`Type: message`, one line, for people."""
    try:
        text = str(error)
    except BaseException:
        text = "unprintable"
    text = " ".join(text.split("\n", 1)[0].split())
    name = getattr(error_type, "__name__", "Exception")
    return without_addresses(("%s: %s" % (name, text) if text else name)[:REASON_CHARS])


class Reporter(unittest.TestResult):
    """Sends one record per event: `test`, name, outcome, milliseconds, solution line, exception, reason, message."""

    def __init__(self, send, source, may_expect_failures):
        super().__init__()
        self._may_expect_failures = may_expect_failures
        self._send = send
        self._source = source
        self._clock = time.perf_counter
        self._started = self._clock()

    def startTest(self, test):
        super().startTest(test)
        self._started = self._clock()

    def addSuccess(self, test):
        self._report(test, "pass")

    def addExpectedFailure(self, test, err):
        if self._may_expect_failures:
            self._report(test, "pass")
        else:  # the test source never speaks of expected failures: somebody else marked the test
            self._report(test, "fail", err)

    def addUnexpectedSuccess(self, test):
        self._report(test, "fail", reason="unexpected success")

    def addSkip(self, test, reason):
        self._report(test, "skip", reason="skipped: %s" % reason)

    def addFailure(self, test, err):
        self._report(test, "fail", err)

    def addError(self, test, err):
        self._report(test, "error", err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], test.failureException)
            self._report(test, "fail" if failed else "error", err)

    def _report(self, test, outcome, err=None, reason=""):
        ms = (self._clock() - self._started) * 1000
        line, kind, message = 0, "", reason
        if err is not None:
            kind = err[0].__name__
            line = self._source.solution_line(err[2])
            reason = first_line(err[0], err[1])
            try:
                message = self._source.lend(self._exc_info_to_string, err, test)
            except Exception:
                message = reason
            message = tail(without_addresses(message.rstrip()), MESSAGE_CHARS)
        self._send("test", _name_of(test), outcome, "%.3f" % ms, line, kind, reason[:REASON_CHARS], message)


def _name_of(test):
    # setUpClass and its kin are reported through a holder whose description reads `setUpClass (module.Class)`.
    name = getattr(test, "_testMethodName", None) or getattr(test, "description", "unknown")
    return str(name).split(" ", 1)[0]
