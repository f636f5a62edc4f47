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

from . import expected_tests as expected_tests_module
from . import guard as guard_module
from . import integrity, reporter
from .expected_tests import CLASS_NAME, expected_tests
from .guard import MODULE_NAME, create_guard
from .integrity import silent_canaries
from .detached import isolate
from .reporter import (
    MESSAGE_CHARS,
    PROGRAM_FILE,
    create_reporter,
    create_source,
    first_line,
    tail,
    without_addresses,
)
from .seeding import seed_generators


def create_runner():
    """(`run_program`, `take_snapshot`), out of reach for the programs they judge. Called once, before the first of them."""
    own = sys.modules[__name__]
    spaces = isolate([own, expected_tests_module, guard_module, integrity, reporter])
    return spaces[__name__]["run_program"], spaces[integrity.__name__]["take_snapshot"]


def run_program(code, test, send, differences):
    """Everything from the first look at the tests to the record `done`. differences: those of a snapshot."""
    try:
        expected = expected_tests(test)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        send("begin", "")
        return _send_fatal(send, None, error, [], "the tests do not compile: ")
    if expected is None:
        send("begin", "")
        return send("fatal", "LookupError", 0, "no class %s in the tests" % CLASS_NAME, "", "")
    send("begin", ",".join(expected.required))
    program = code + "\n" + test
    source = create_source(code, program)
    guard = None
    cpu = _cpu_clock()
    start = cpu()
    try:
        # A solution that compiles by itself cannot reach into the text of the tests (an open string, a decorator).
        compile(code, PROGRAM_FILE, "exec", dont_inherit=True)
        compiled = compile(program, PROGRAM_FILE, "exec", dont_inherit=True)
        guard = create_guard(compiled, source.code_lines + 1, expected, differences)
        test_class = _load(compiled, guard)
        suite = unittest.TestLoader().loadTestsFromTestCase(test_class)
        silent = silent_canaries()
        suite.run(create_reporter(send, source, guard))
        guard.look_at_class()
        guard.look_at_module()
        findings = guard.findings + differences() + silent + silent_canaries()
    except BaseException as error:
        found = guard.findings if guard is not None else []
        return _send_fatal(send, source, error, found + differences())
    send("done", "%.3f" % (cpu() - start), ",".join(findings))


def _load(compiled, guard):
    module = types.ModuleType(MODULE_NAME)
    module.__dict__.update(
        __builtins__=builtins, __file__=PROGRAM_FILE, __package__=None, __doc__=None, sys=sys, os=os, environ=os.environ
    )
    exec(compiled, module.__dict__)
    sys.modules[MODULE_NAME] = module
    test_class = module.__dict__[CLASS_NAME]
    if not (isinstance(test_class, type) and issubclass(test_class, unittest.TestCase)):
        raise TypeError("%s is not a unittest.TestCase" % CLASS_NAME)
    guard.start(module, test_class)
    return test_class


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


def rehearse(run, snapshot):
    """Runs a harmless program in the zygote: what is set up at first use is then there before the fork."""
    run("answer = 1", _TRIAL, lambda *fields: None, snapshot.differences)
    del sys.modules[MODULE_NAME]


def own_modules():
    """The names under which the runner could be found. (Looking for them in a sample would copy a page per name.)"""
    return [name for name in sys.modules if name.partition(".")[0] == __package__.partition(".")[0]]


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
