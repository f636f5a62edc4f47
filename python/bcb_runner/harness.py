"""Runs one program inside the sample, with the semantics of the original harness.

The program is the solution, a newline and the tests, compiled as one module `__test__` that enters sys.modules only
after it has run. Each step is told to the zygote as a record; the last one is `done`.
"""

import builtins
import gc
import os
import resource
import sys
import time
import traceback
import types
import unittest

# Bound here once and for all: the program may replace them in the built-ins.
from builtins import BaseException, Exception, SyntaxError, compile, exec, getattr, isinstance, issubclass, type

from . import integrity
from .expected_tests import CLASS_NAME, expected_tests
from .reporter import MESSAGE_CHARS, PROGRAM_FILE, Reporter, Source, first_line, tail, without_addresses
from .seeding import seed_generators


def run_program(code, test, send, snapshot):
    """Everything from the first look at the tests to the record `done`."""
    findings = []
    try:
        expected = expected_tests(test)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        send("begin", "")
        return _send_fatal(send, None, error, findings, "the tests do not compile: ")
    if expected is None:
        send("begin", "")
        return send("fatal", "LookupError", 0, "no class %s in the tests" % CLASS_NAME, "", "")
    send("begin", ",".join(expected.required))
    program = code + "\n" + test
    source = Source(code, program)
    reporter = Reporter(send, source, expected.may_expect_failures)
    cpu = _cpu_clock()
    start = cpu()
    try:
        # A solution that compiles by itself cannot reach into the text of the tests (an open string, a decorator).
        compile(code, PROGRAM_FILE, "exec", dont_inherit=True)
        test_class = _load(program)
        findings += _inspect(snapshot, test_class, expected, source)
        unittest.TestLoader().loadTestsFromTestCase(test_class).run(reporter)
        findings += _inspect(snapshot, test_class, expected, source)
    except BaseException as error:
        return _send_fatal(send, source, error, findings + snapshot.differences())
    # Nothing is looked up in the built-ins from here on: they may not be the real ones any more.
    send("done", "%.3f" % (cpu() - start), ",".join(findings))


def _load(program):
    compiled = compile(program, PROGRAM_FILE, "exec", dont_inherit=True)
    module = types.ModuleType("__test__")
    module.__dict__.update(
        __builtins__=builtins, __file__=PROGRAM_FILE, __package__=None, __doc__=None, sys=sys, os=os, environ=os.environ
    )
    exec(compiled, module.__dict__)
    sys.modules["__test__"] = module
    test_class = getattr(module, CLASS_NAME)
    if not (isinstance(test_class, type) and issubclass(test_class, unittest.TestCase)):
        raise TypeError("%s is not a unittest.TestCase" % CLASS_NAME)
    return test_class


def _inspect(snapshot, test_class, expected, source):
    foreign = integrity.foreign_methods(test_class, expected, PROGRAM_FILE, source.code_lines + 1)
    return snapshot.differences() + foreign + integrity.silent_canaries()


def _send_fatal(send, source, error, findings, prefix=""):
    line, message = 0, ""
    if source is not None:
        if isinstance(error, SyntaxError) and error.filename == PROGRAM_FILE:
            line = error.lineno if error.lineno and error.lineno <= source.code_lines else 0
        else:
            line = source.solution_line(error.__traceback__)
        try:
            # Our own two frames say nothing about the program.
            own = error.__traceback__
            while own is not None and own.tb_frame.f_code.co_filename != PROGRAM_FILE:
                own = own.tb_next
            message = "".join(source.lend(traceback.format_exception, type(error), error, own))
        except Exception:
            message = ""
    reason = prefix + first_line(type(error), error)
    message = tail(without_addresses(message.rstrip()), MESSAGE_CHARS)
    send("fatal", type(error).__name__, line, reason, message, ",".join(findings))


def _cpu_clock():
    """CPU milliseconds of this process and the children it has waited for."""
    process_time, getrusage, children = time.process_time, resource.getrusage, resource.RUSAGE_CHILDREN

    def now():
        waited = getrusage(children)
        return (process_time() + waited.ru_utime + waited.ru_stime) * 1000

    return now


_TRIAL = """
import unittest
class TestCases(unittest.TestCase):
    def test_pass(self): self.assertEqual(answer, 1)
    def test_fail(self): self.assertEqual(answer, 2)
    def test_error(self): self.assertEqual(missing, 2)
"""


def rehearse(snapshot):
    """Runs a harmless program in the zygote: what is set up at first use is then there before the fork."""
    run_program("answer = 1", _TRIAL, lambda *fields: None, snapshot)
    del sys.modules["__test__"]


def own_modules():
    """The names under which the runner could be found. (Looking for them in a sample would copy a page per name.)"""
    return [name for name in sys.modules if name.partition(".")[0] == __package__]


def prepare_interpreter(seed, hidden_modules, streams):
    """Makes the interpreter look freshly started: names, streams, generators."""
    for name in hidden_modules:
        del sys.modules[name]
    sys.modules["__main__"] = types.ModuleType("__main__")
    stdin, stdout, stderr = streams
    sys.argv = [PROGRAM_FILE]
    sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = stdin, stdout, stderr
    time.tzset()
    seed_generators(seed)
    gc.enable()
