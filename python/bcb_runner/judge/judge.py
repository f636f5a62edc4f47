"""The judge inside a sample: an audit hook, which nothing removes and to which no frame, module or attribute leads.

It hears two kinds of events: what the harness says about the tests, believed only where the stack shows that it was the
harness, called by the genuine unittest; and steps that the program takes (steps.py). Whatever it finds is told to the
zygote at once. It never runs code of the program: its frames would be in reach.
"""

import time
import types
import unittest.async_case

from .reporter import (
    BEGIN,
    CALLS,
    DONE,
    FATAL,
    IMPORTED,
    LEND,
    LOADED,
    REACHED,
    TAKE_BACK,
    TEST_BEGINS,
    TEST_ENDED,
    TEST_PASSED,
)
from .stack import caller, code_of
from .steps import EVENTS

_SWAPS = ("__code__", "__defaults__", "__kwdefaults__")
# At claims, at calls. Each look costs a millisecond or two, and what a program puts in place stays until its answer is gone.
_LOOKS_PER_TEST = 1, 1
_BAD_OUTCOMES = ("fail", "error", "skip")


def create_judge(plan):
    """The hook. plan: what it needs of the program that is about to run (see harness.py)."""
    send, guard, image, source, twin = plan.send, plan.guard, plan.image, plan.source, plan.twin
    clock, cpu = time.perf_counter, plan.cpu
    state = types.SimpleNamespace(bottom=None, stage="", started=0.0, importing=False, claims=0, calls=0)
    told, between = set(), plan.frames_between
    mro_of, names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__

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
        look_everywhere()

    def test_begins(test):
        look()
        guard.begin_test(test)
        if twin is not None:
            for noticed in (twin.touched, twin.silent, twin.own, twin.posing, twin.hiding, twin.asked):
                noticed.clear()
        state.claims, state.calls = _LOOKS_PER_TEST
        state.started = clock()

    def reached():
        """A test of a twin is about to claim something: the judge looks around. Some programs put everything back in time."""
        if state.claims > 0:
            state.claims -= 1
            guard.look_at_memory()
            look_around()

    def calls(owner, name, value):
        if type(name) is str:
            plan.look_at_call(find, owner, name, value)
        if state.calls > 0:
            state.calls -= 1
            look_around()

    def look_around():
        for name, _, now in image.changes_of_judges():
            if now is image.ABSENT or plan.is_odd(now):
                find(name)
        plan.look_at_libraries(find, note, may_be_patched=True, is_claim=True)

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
        if twin is not None:
            look_at_objects()
        name, outcome, *rest = fields
        send("test", name, outcome, "%.3f" % ((clock() - state.started) * 1000), *rest, _noticed(twin))

    def look_at_objects():
        """Methods that tests have called, and classes that they asked for: an object of a library has those of its type."""
        name_of = type.__dict__["__name__"].__get__
        for cls, name, value in twin.own:
            if image.has(cls) and guard.is_foreign(value):
                find("%s of a %s" % (name, name_of(cls)))
        for (_, name), cls in list(twin.asked.items()):
            if not image.has(cls) and is_overridden(cls, name):
                note("%s of a subclass" % name)
        if twin.hiding:
            note("an array that hides elements")
        for cls in twin.posing:
            if guard.is_foreign(cls) or not guard.may_leave_mocks and guard.is_mock(cls):
                find("a %s in the guise of another class" % name_of(cls))

    def is_overridden(cls, name):
        """Whether the program's own class answers in the place of a class that was there before it."""
        kept, *bases = [base for base in mro_of(cls) if name in names_of(base)] or [cls]
        return any(base is not object and image.has(base) for base in bases) and guard.is_foreign(names_of(kept).get(name))

    def look():
        """Between tests: an honest test may have patched something for all of them, the solution may not."""
        guard.look_at_class()
        guard.look_at_result()
        look_at_judges()

    def look_at_judges(all_count=False):
        for name, _, now in image.changes_of_judges():
            if all_count or now is image.ABSENT or guard.is_foreign(now):
                find(name)

    def look_everywhere():
        look_at_judges(all_count=True)
        for name in image.touched():
            find("%s.__dict__" % name)
        guard.look_at_memory()
        plan.look_at_libraries(find, note)

    def done(silent):
        if not is_harness(LOADED):
            return
        guard.look_at_class()
        guard.look_at_module()
        guard.look_at_result()
        look_everywhere()
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

    def imported(module):
        """Libraries change each other while they are imported: what the program changed is looked for before that."""
        if module is not None:
            image.add(module)  # as it is when somebody first says so, which the import machinery does
        elif state.importing:
            state.importing = False
            image.resume()
        else:
            state.importing = True
            plan.look_at_libraries(find, note, may_be_patched=state.stage == LOADED)
            image.pause()

    sayings = {
        BEGIN: begin,
        LOADED: loaded,
        DONE: done,
        FATAL: fatal,
        REACHED: reached,
        CALLS: calls,
        TEST_BEGINS: test_begins,
        TEST_PASSED: test_passed,
        TEST_ENDED: test_ended,
        LEND: source.lend,
        TAKE_BACK: source.take_back,
        IMPORTED: imported,
    }

    def hook(event, arguments):
        saying = sayings.get(event)
        if saying is not None:
            saying(*arguments)
        elif event in EVENTS:
            if event == "object.__setattr__" and is_swap(*arguments):
                find("%s of %s" % (arguments[1], arguments[0].__qualname__))
            plan.watch(event, arguments, step, find)
        elif event == "sys.addaudithook":
            note("sys.addaudithook")
            raise RuntimeError  # which is how Python is told to add none

    def step(name):
        tell("step", name)

    def is_swap(owner, name, *_):
        return type(name) is str and name in _SWAPS and (image.is_judging(owner) or guard.is_of_tests(owner))

    return hook


def _noticed(twin):
    """Which assertions of a twin were reached, and which of those held although they were false."""
    if twin is None:
        return ""
    return "%s|%s" % (_numbers(twin.touched), _numbers(twin.silent))


def _numbers(values):
    return " ".join(str(value) for value in sorted(set(values)))


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
