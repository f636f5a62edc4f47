"""The unittest result that tells the judge, test by test, what happened.

It shares frames with the program, so it holds nothing: it describes what happened in plain text and says so by an audit
event. The judge is the audit hook that hears it (judge.py). There is no class of ours here: whoever asks
`TestResult.__subclasses__()` must not find what judges.
"""

import linecache
import re
import types
import unittest

PROGRAM_FILE = "__test__.py"
MESSAGE_CHARS = 3000
REASON_CHARS = 300

# What the harness says to the judge.
BEGIN, LOADED, DONE, FATAL = "bcb.begin", "bcb.loaded", "bcb.done", "bcb.fatal"
TEST_BEGINS, TEST_PASSED, TEST_ENDED = "bcb.test-begins", "bcb.test-passed", "bcb.test-ended"
LEND, TAKE_BACK = "bcb.lend", "bcb.take-back"

# An address says nothing and differs from run to run.
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,16}\b")
_NEWLINE = re.compile(r"\r\n|\r|\n")


def without_addresses(text):
    return _ADDRESS.sub("at 0x…", text)


def tail(text, limit):
    return text if len(text) <= limit else "…" + text[-limit:]


def create_source(code, program):
    """The program's text, lent to tracebacks while they are described: at no other time does the program have a source."""

    def lend():
        linecache.cache[PROGRAM_FILE] = (len(program), None, program.splitlines(True), PROGRAM_FILE)

    def take_back():
        linecache.cache.pop(PROGRAM_FILE, None)

    return types.SimpleNamespace(code_lines=len(_NEWLINE.split(code)), lend=lend, take_back=take_back)


def lines_of(traceback, code_lines):
    """(the innermost line of the solution that a traceback passes through, that of the tests), 0 where there is none."""
    solution_line = test_line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == PROGRAM_FILE:
            if traceback.tb_lineno <= code_lines:
                solution_line = traceback.tb_lineno
            else:
                test_line = traceback.tb_lineno
        traceback = traceback.tb_next
    return solution_line, test_line


def first_line(error_type, error):
    """`Type: message`, one line, for people."""
    try:
        text = str(error)
    except BaseException:
        text = "unprintable"
    text = " ".join(text.split("\n", 1)[0].split())
    name = getattr(error_type, "__name__", "Exception")
    return without_addresses(("%s: %s" % (name, text) if text else name)[:REASON_CHARS])


def create_reporter(audit, code_lines, may_expect_failures, stops_at_failure=False):
    """A result that raises an audit event for everything that happens to a test."""
    result = unittest.TestResult()
    begin, describe = unittest.TestResult.startTest, result._exc_info_to_string

    def start_test(test):
        begin(result, test)
        audit(TEST_BEGINS, test)

    def add_success(test):
        audit(TEST_PASSED, test)

    def add_expected_failure(test, err):
        # Where the test source never speaks of expected failures somebody else marked the test.
        if may_expect_failures:
            audit(TEST_PASSED, test)
        else:
            report(test, "fail", err)

    def add_sub_test(test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], test.failureException)
            report(test, "fail" if failed else "error", err)

    def report(test, outcome, err=None, reason=""):
        solution_line, test_line, kind, message = 0, 0, "", reason
        if err is not None:
            kind = err[0].__name__
            solution_line, test_line = lines_of(err[2], code_lines)
            reason = first_line(err[0], err[1])
            message = described(test, err, reason)
        audit(TEST_ENDED, name_of(test), outcome, solution_line, test_line, kind, reason[:REASON_CHARS], message)
        if stops_at_failure and outcome != "skip":
            result.shouldStop = True  # which unittest looks at before each test

    def described(test, err, reason):
        audit(LEND)
        try:
            message = describe(err, test)
        except Exception:
            message = reason
        finally:
            audit(TAKE_BACK)
        return tail(without_addresses(message.rstrip()), MESSAGE_CHARS)

    result.startTest = start_test
    result.addSuccess = add_success
    result.addExpectedFailure = add_expected_failure
    result.addUnexpectedSuccess = lambda test: report(test, "fail", reason="unexpected success")
    result.addSkip = lambda test, reason: report(test, "skip", reason="skipped: %s" % reason)
    result.addFailure = lambda test, err: report(test, "fail", err)
    result.addError = lambda test, err: report(test, "error", err)
    result.addSubTest = add_sub_test
    return result


def name_of(test):
    # setUpClass and its kin are reported through a holder whose description reads `setUpClass (module.Class)`.
    name = getattr(test, "_testMethodName", None) or getattr(test, "description", "unknown")
    return str(name).split(" ", 1)[0]
