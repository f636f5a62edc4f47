"""The judge inside a sample: an audit hook, which nothing removes and to which no frame, module or attribute leads.

It hears what the harness says about the tests, believed only where the stack shows that it was the harness, called by the
genuine unittest. Whatever it finds is told to the server at once. It never runs code of the program: its frames would be in
reach. What a program can still do in here is why passes are proven by the separate judge.
"""

import time
import types
import unittest.async_case

from .reporter import BEGIN, DONE, FATAL, LEND, LOADED, TAKE_BACK, TEST_BEGINS, TEST_ENDED, TEST_PASSED
from .stack import caller, code_of

_SWAPS = ("__code__", "__defaults__", "__kwdefaults__")
_BAD_OUTCOMES = ("fail", "error", "skip")


def create_judge(plan):
    """The hook. plan: what it needs of the program that is about to run (see harness.py)."""
    send, guard, image, source = plan.send, plan.guard, plan.image, plan.source
    clock, cpu = time.perf_counter, plan.cpu
    state = types.SimpleNamespace(bottom=None, stage="", started=0.0)
    told, between = set(), plan.frames_between

    def tell(kind, name):
        # The last word was said: a thread that is left over adds nothing to it.
        if (kind, name) not in told and state.stage != DONE:
            told.add((kind, name))
            send(kind, name)

    def find(name):
        tell("found", name)

    def note(name):
        tell("noted", name)

    def is_harness(stage):
        """Whether it is the harness itself that speaks, and says what comes next."""
        if caller(3 + between) is state.bottom and state.stage == stage:
            return True
        find("somebody spoke for the runner")
        return False

    def begin():
        if state.bottom is None:
            state.bottom, state.stage = caller(2 + between), BEGIN

    def loaded(steps):
        if not is_harness(BEGIN):
            return
        state.stage = LOADED
        plan.load(steps, find)
        look_at_judges(all_count=True)

    def test_begins(test):
        look()
        guard.begin_test(test)
        state.started = clock()

    def test_passed(test):
        if not is_reported_by_unittest():
            find("a success that no test reported")
        name = guard.look_at_test(test)
        guard.look_at_class()
        guard.look_at_result()
        look_at_judges()
        record(name, "pass", 0, 0, "", "", "")

    def is_reported_by_unittest():
        """Whether nothing but the genuine unittest stands between the harness and its result."""
        frame = caller(3 + between)
        if id(code_of(frame)) not in plan.reporter_codes:
            return False
        frame = frame.f_back
        while frame is not None and frame is not state.bottom:
            if id(code_of(frame)) not in plan.unittest_codes:
                return False
            frame = frame.f_back
        return frame is state.bottom

    def test_ended(*fields):
        if len(fields) != 7 or any(type(field) not in (str, int) for field in fields) or fields[1] not in _BAD_OUTCOMES:
            return find("somebody spoke for the runner")
        record(*fields)

    def record(*fields):
        name, outcome, *rest = fields
        send("test", name, outcome, "%.3f" % ((clock() - state.started) * 1000), *rest)

    def look():
        """Between tests: an honest test may have patched something for all of them, the solution may not."""
        guard.look_at_class()
        guard.look_at_result()
        look_at_judges()

    def look_at_judges(all_count=False):
        for name, _, now in image.changes():
            if all_count or now is image.ABSENT or guard.is_foreign(now):
                find(name)

    def done(silent):
        if not is_harness(LOADED):
            return
        guard.look_at_class()
        guard.look_at_module()
        guard.look_at_result()
        look_at_judges(all_count=True)
        for name in silent:
            find(name)
        state.stage = DONE
        send("done", "%.3f" % cpu())

    def fatal(kind, solution_line, reason, message):
        if caller(2 + between) is not state.bottom:
            return find("somebody spoke for the runner")
        look_at_judges(all_count=True)
        state.stage = DONE
        send("fatal", kind, solution_line, reason, message)

    sayings = {
        BEGIN: begin,
        LOADED: loaded,
        DONE: done,
        FATAL: fatal,
        TEST_BEGINS: test_begins,
        TEST_PASSED: test_passed,
        TEST_ENDED: test_ended,
        LEND: source.lend,
        TAKE_BACK: source.take_back,
    }

    def hook(event, arguments):
        saying = sayings.get(event)
        if saying is not None:
            saying(*arguments)
        elif event == "object.__setattr__":
            if is_swap(*arguments):
                find("%s of %s" % (arguments[1], arguments[0].__qualname__))
        elif event == "sys.addaudithook":
            note("sys.addaudithook")
            raise RuntimeError  # which is how Python is told to add none

    def is_swap(owner, name, *_):
        return type(name) is str and name in _SWAPS and (image.is_judging(owner) or guard.is_of_tests(owner))

    return hook


def codes_of_unittest():
    """Of everything that runs between a suite and a test case."""
    classes = (
        unittest.TestCase,
        unittest.async_case.IsolatedAsyncioTestCase,
        unittest.suite.BaseTestSuite,
        unittest.suite.TestSuite,
    )
    return {
        id(member.__code__): member.__code__
        for cls in classes
        for member in vars(cls).values()
        if type(member) is types.FunctionType
    }
