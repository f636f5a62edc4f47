"""Makes one program ready to run inside the sample, with the semantics of the original harness.

The program is the solution, a newline and the tests, compiled as one module `__test__` that enters sys.modules only
after it has run. Everything that judges it goes into an audit hook (judge.py); what stays on the stack holds nothing
(perform.py). Each step is told to the zygote as a record; the last one is `done` or `fatal`.
"""

import builtins
import functools
import os
import resource
import sys
import time
import types
import unittest

from . import expected_tests as expected_tests_module
from . import guard as guard_module
from . import image as image_module
from . import integrity, judge, reporter, stack, whose
from . import perform as perform_module
from .after_import import after_import
from .detached import isolate
from .expected_tests import CLASS_NAME, expected_tests
from .guard import MODULE_NAME, create_guard
from .image import take_image
from .integrity import JUDGING_MODULES, judging_classes
from .judge import codes_of_unittest, create_judge
from .perform import describe_fatal, perform
from .reporter import PROGRAM_FILE, create_reporter, create_source
from .stack import codes_in, codes_of_modules
from .whose import create_labels, library_roots


def create_runner():
    """`prepare`, out of reach for the programs it is for. Called once, before the first of them."""
    # What runs inside the tests gets names of its own, apart from those of the judge: its frames are in reach.
    beside = isolate([perform_module, reporter, integrity])
    own = sys.modules[__name__]
    spaces = isolate([own, expected_tests_module, guard_module, image_module, judge, stack, whose], beside)
    own_codes = {id(code): code for code in codes_of_modules(sys.modules[name] for name in own_modules())}
    return spaces[__name__]["_create_prepare"](own_codes)


def _create_prepare(own_codes):
    image = take_image(JUDGING_MODULES, judging_classes())
    unittest_codes = codes_of_unittest()
    reporter_codes = {id(code): code for code in codes_in(create_reporter.__code__)}
    roots = library_roots()

    def prepare(job, send, is_rehearsal=False):
        """Tells what is promised and installs the judge. Gives a function that runs the program."""
        cpu = cpu_clock()
        start = cpu()
        source = create_source(job["code"], job["code"] + "\n" + job["test"])
        audit, install = _listen(is_rehearsal)
        compiled = _compile(job, source.code_lines)
        send("begin", ",".join(compiled.required))
        if compiled.failure is not None:
            return functools.partial(send, "fatal", *compiled.failure)
        module = types.ModuleType(MODULE_NAME)
        space = module.__dict__
        create_label = functools.partial(create_labels, PROGRAM_FILE, own_codes, roots)
        guard = create_guard(compiled.code, source.code_lines + 1, compiled.expected, image, create_label)
        result = create_reporter(audit, source.code_lines, guard.may_expect_failures, bool(job.get("failFast")))
        guard.watch_result(result)
        plan = types.SimpleNamespace(
            send=send,
            guard=guard,
            image=image,
            source=source,
            cpu=lambda: cpu() - start,
            load=_create_load(module, space, result, guard),
            reporter_codes=reporter_codes,
            unittest_codes=unittest_codes,
            frames_between=1 if is_rehearsal else 0,
        )
        space.update(
            __builtins__=builtins, __file__=PROGRAM_FILE, __package__=None, __doc__=None, sys=sys, os=os, environ=os.environ
        )
        install(create_judge(plan))
        return functools.partial(perform, audit, [space, compiled.code], source.code_lines)

    return prepare


def _listen(is_rehearsal):
    """(how the judge is spoken to, how it is put into place). An audit hook stays for good: a rehearsal does without."""
    if not is_rehearsal:
        return sys.audit, sys.addaudithook
    hooks = []
    return lambda event, *arguments: hooks[0](event, arguments), hooks.append


def _compile(job, code_lines):
    """The program's code, or why there is none."""
    done = types.SimpleNamespace(code=None, expected=None, required=(), failure=None)
    program = job["code"] + "\n" + job["test"]
    try:
        done.expected = expected_tests(job["test"])
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        done.failure = describe_fatal(error, code_lines, _unheard, "the tests do not compile: ")
        return done
    if done.expected is None:
        done.failure = "LookupError", 0, "no class %s in the tests" % CLASS_NAME, ""
        return done
    done.required = done.expected.required
    try:
        # A solution that compiles by itself cannot reach into the text of the tests (an open string, a decorator).
        compile(job["code"], PROGRAM_FILE, "exec", dont_inherit=True)
        done.code = compile(program, PROGRAM_FILE, "exec", dont_inherit=True)
    except BaseException as error:
        done.failure = describe_fatal(error, code_lines, _unheard)
    return done


def _unheard(*_):
    """Before there is a judge nobody needs to be told."""


def _create_load(module, space, result, guard):
    mro_of = type.__dict__["__mro__"].__get__

    def load(steps, find):
        """The module has run: takes the test class out of it."""
        sys.modules[MODULE_NAME] = module
        test_class = space[CLASS_NAME]
        if type not in mro_of(type(test_class)) or unittest.TestCase not in mro_of(test_class):
            raise TypeError("%s is not a unittest.TestCase" % CLASS_NAME)
        guard.start(module, test_class, find)
        steps += [result, test_class]

    return load


def cpu_clock():
    """CPU milliseconds of this process and the children it has waited for.

    Not time.process_time: once a process has a limit of CPU time, that stands still between two ticks of the kernel.
    """
    getrusage, itself, children = resource.getrusage, resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN

    def now():
        own, waited = getrusage(itself), getrusage(children)
        return (own.ru_utime + own.ru_stime + waited.ru_utime + waited.ru_stime) * 1000

    return now


_TRIAL = """
import unittest
class TestCases(unittest.TestCase):
    def test_pass(self): self.assertEqual(answer, 1)
    def test_fail(self): self.assertEqual(answer, 2)
    def test_error(self): self.assertEqual(missing, 2)
"""


def rehearse(prepare):
    """Runs a harmless program in the zygote: what is set up at first use is then there before the fork."""
    prepare({"code": "answer = 1", "test": _TRIAL}, lambda *_: None, is_rehearsal=True)()
    del sys.modules[MODULE_NAME]


def own_modules():
    """The names under which the runner could be found."""
    return [name for name in sys.modules if name.partition(".")[0] == __package__.partition(".")[0]]


def prepare_interpreter(streams):
    """Makes the interpreter look freshly started: names, streams, time zone. Done once, before the first fork."""
    for name in own_modules():
        del sys.modules[name]
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [PROGRAM_FILE]
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams
    time.tzset()
    after_import("nltk.pathsec", _trust_foreign_files)


def _trust_foreign_files(pathsec):
    """NLTK 3.10 reads no data of other users, and seen from a sample all data is: its owner has no number in there."""
    pathsec.ENFORCE = False
