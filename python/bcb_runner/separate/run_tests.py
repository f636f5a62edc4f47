"""Runs tests whose program is in another process. Nothing here was written by the program: records are sent as they come."""

import ast
import builtins
import functools
import linecache
import os
import re
import sys
import time
import traceback
import types
import unittest

from ..judge.expected_tests import CLASS_NAME, expected_tests
from ..judge.harness import cpu_clock
from ..judge.reporter import MESSAGE_CHARS, PROGRAM_FILE, REASON_CHARS, first_line, lines_of, name_of, tail, without_addresses
from .import_path import fix_import_path
from .link import LinkLost, Malformed
from .patches import mirror_patches, mirror_settings
from .peer import MODULE_NAME
from .program_side import ProgramSide
from .remote_modules import put_in_place, tell_own_figures
from .stand_ins import is_stand_in
from .taken_names import names_taken_by
from .tests_side import TestsSide
from .truths import ALL_ASKED, ASKED, mark_truths
from .unprovable import why_unprovable

_WORD = re.compile(r"\w+")
_NEWLINE = re.compile(r"\r\n|\r|\n")


def serve_program(fd):
    """In the process with the program, for as long as the tests have questions."""
    try:
        ProgramSide(fd).link.serve_for_ever()
    except (LinkLost, Malformed):
        os._exit(0)


def run_tests(job, fd, send):
    """Runs the tests of a job and sends what is found."""
    cpu = cpu_clock()
    started = cpu()
    try:
        code = job["code"]
        expected = expected_tests(job["test"])
        send("begin", ",".join(expected.required) if expected else "")
        if expected is None:
            return send("fatal", "LookupError", 0, "no class %s in the tests" % CLASS_NAME, "")
        reason = why_unprovable(job["test"])
        if reason is not None:
            return send("unprovable", reason)
        fix_import_path()
        module = _prepare_module(job)
        peer = TestsSide(fd, functools.partial(_give_up, send, os._exit))
        failure = peer.ask("load", code, peer.mirror.give())
        if type(failure) is list:
            kind, line, reason, message = failure
            line = line if type(line) is int else 0
            reason = ("%s: %s" % (kind, reason) if reason else str(kind)).split("\n", 1)[0]
            return send("fatal", kind, line, without_addresses(reason[:REASON_CHARS]), tail(str(message), MESSAGE_CHARS))
        peer.mirror.take(failure)
        test_class = _load_tests(job, peer, module)
        result = create_result(peer, len(_NEWLINE.split(code)), send, bool(job.get("failFast")))
        unittest.TestLoader().loadTestsFromTestCase(test_class).run(result)
        send("done", "%.3f" % (cpu() - started))
    except BaseException as error:
        message = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        send("fatal", type(error).__name__, 0, first_line(type(error), error), tail(without_addresses(message), MESSAGE_CHARS))


def _give_up(send, leave, error):
    """The link is broken: the program's process has ended, or it does not speak as it must."""
    if isinstance(error, LinkLost):
        send("lost")
    else:
        send("found", "a message that breaks the rules: %s" % error)
    leave(0)


def _prepare_module(job):
    """Before the program runs: many libraries read settings where it can write, and some evaluate them."""
    module = types.ModuleType(MODULE_NAME)
    space = module.__dict__
    space.update(__builtins__=builtins, __file__=PROGRAM_FILE, __package__=None, __doc__=None)
    space.update(sys=sys, os=os, environ=os.environ)
    test, separate = job["test"], job["separate"]
    exec(compile(_needed_part(separate, set(_WORD.findall(test))), "prompt.py", "exec"), space)
    for node in ast.walk(ast.parse(test)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            _import_quietly(ast.unparse(node))
    if _speaks_of_plots(job):
        _import_quietly("import matplotlib.pyplot")
    if "django" in test + separate["prompt"]:
        _import_quietly("import django.conf")
    return module


def _import_quietly(statement):
    try:
        exec(statement, {})
    except Exception:
        pass  # the tests will say


def _load_tests(job, peer, module):
    space, test, separate = module.__dict__, job["test"], job["separate"]
    tree = ast.parse(test)
    taken = names_taken_by(test)
    peer.prompt_classes = [name for name, value in space.items() if issubclass(type(value), type)]
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    put_in_place(peer, space, test)
    space[separate["entryPoint"]] = _create_stub(peer, separate["entryPoint"])
    peer.ask("import", [ast.unparse(node) for node in imports if "unittest" not in ast.unparse(node)])
    for name in sorted(taken - set(space) - set(dir(builtins))):
        _take_name(peer, space, name)
    if "type(" in test:
        space["type"] = _Type
    mirror_patches(peer)
    mirror_settings(peer)
    program = job["code"] + "\n" + test
    linecache.cache[PROGRAM_FILE] = (len(program), None, program.splitlines(True), PROGRAM_FILE)
    space[ASKED], space[ALL_ASKED] = peer.asked, peer.all_asked
    # Lines are counted as where both are one.
    marked = mark_truths(ast.parse("\n" * len(_NEWLINE.split(job["code"])) + test))
    exec(compile(marked, PROGRAM_FILE, "exec", dont_inherit=True), space)
    sys.modules[MODULE_NAME] = module
    return space[CLASS_NAME]


def _needed_part(separate, words):
    """Of the prompt what binds names that the tests speak of, and what that needs: imports cost time."""
    statements = ast.parse(separate["prompt"]).body
    needed, kept = set(words), []
    for statement in reversed(statements):
        if isinstance(statement, ast.Expr) or getattr(statement, "name", None) == separate["entryPoint"]:
            continue
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            bound = {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
            if not bound & (needed | {"*"}):
                continue
        kept.append(statement)
        needed.update(node.id for node in ast.walk(statement) if isinstance(node, ast.Name))
    return ast.Module(kept[::-1], [])


def _speaks_of_plots(job):
    return re.search(r"matplotlib|plt\b|pyplot|Axes|figure", job["test"] + job["separate"]["prompt"]) is not None


def _create_stub(peer, name):
    def stub(*args, **kwargs):
        return peer.call(["name", name], args, kwargs)

    stub.__name__ = stub.__qualname__ = name
    stub.__module__ = MODULE_NAME
    return stub


def _take_name(peer, space, name):
    """A name that only the program defines. What it is there is the program's word, unless it is a library of that name."""
    if peer.ask("has", name) is not True:
        return
    had_used_references = peer.has_used_references
    value = peer.own_version(peer.ask("name", name), name)
    if not is_stand_in(value) and isinstance(value, (type, types.ModuleType)) and value.__name__ == name:
        space[name] = value
        if isinstance(value, type):
            peer.has_used_references = had_used_references
        return
    peer.say("the tests take %s from the program" % name)
    space[name] = value


class _TypeOfAny(type):
    def __call__(cls, *args, **kwargs):
        if len(args) == 1 and not kwargs:
            return args[0].__class__ if is_stand_in(args[0]) else type(args[0])
        return type(*args, **kwargs)

    def __instancecheck__(cls, value):
        return isinstance(value, type)

    def __eq__(cls, other):
        return other is type or other is cls

    def __hash__(cls):
        return hash(type)


class _Type(metaclass=_TypeOfAny):
    """`type` for the tests: knows which class a stand-in stands for."""


def create_result(peer, code_lines, send, stops_at_failure):
    """A result that sends a record for everything that happens to a test, with what the test relied on."""
    result = unittest.TestResult()
    begin = unittest.TestResult.startTest
    end = unittest.TestResult.stopTest
    # What was relied on outside of tests (setUpClass, the module itself) counts for all that follow.
    before = types.SimpleNamespace(words={}, has_used_references=False, has_answers=False)
    state = types.SimpleNamespace(started=0.0)

    def start_test(test):
        begin(result, test)
        before.words.update(peer.words)
        before.has_used_references |= peer.has_used_references
        before.has_answers |= peer.has_answers
        peer.words, peer.has_used_references = dict(before.words), before.has_used_references
        peer.has_answers = before.has_answers
        state.started = time.perf_counter()

    def stop_test(test):
        end(result, test)
        peer.words, peer.has_used_references, peer.has_answers = {}, False, False

    def record(test, outcome, err=None, reason=""):
        solution_line, test_line, kind, message = 0, 0, "", reason
        if err is not None:
            kind = err[0].__name__
            solution_line, test_line = lines_of(err[2], code_lines)
            reason = first_line(err[0], err[1])
            message = _formatted(err)
        elapsed = "%.3f" % ((time.perf_counter() - state.started) * 1000)
        tell_own_figures(peer)
        level = "word" if peer.words else "reference" if peer.has_used_references else "value"
        why = "; ".join(peer.words)
        send("test", name_of(test), outcome, elapsed, solution_line, test_line, kind, reason[:REASON_CHARS], message)
        send("level", name_of(test), level, why[:REASON_CHARS])
        if stops_at_failure and outcome in ("fail", "error"):
            result.stop()

    def add_sub_test(test, subtest, err):
        if err is not None:
            record(test, "fail" if issubclass(err[0], test.failureException) else "error", err)

    result.startTest, result.stopTest = start_test, stop_test
    result.addSuccess = lambda test: record(test, "pass")
    result.addExpectedFailure = lambda test, err: record(test, "pass")
    result.addUnexpectedSuccess = lambda test: record(test, "fail", reason="unexpected success")
    result.addSkip = lambda test, reason: record(test, "skip", reason="skipped: %s" % reason)
    result.addFailure = lambda test, err: record(test, "fail", err)
    result.addError = lambda test, err: record(test, "error", err)
    result.addSubTest = add_sub_test
    return result


def _formatted(err):
    try:
        message = "".join(traceback.format_exception(*err))
    except Exception:
        message = ""
    return tail(without_addresses(message.rstrip()), MESSAGE_CHARS)
