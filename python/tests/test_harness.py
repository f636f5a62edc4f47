"""Runs harmless programs through the harness, in forked children so that nothing leaks into the next."""

import functools
import os
import unittest

from bcb_runner.judge.harness import create_runner
from bcb_runner.judge.integrity import close_side_doors
from bcb_runner.judge.records import create_sender, parse_records

NONCE = b"n" * 16

TEST = """
import unittest

class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)
"""


@functools.cache
def runner():
    close_side_doors()
    return create_runner()


def run(code, test=TEST, fail_fast=False):
    """The records of a program, by kind."""
    prepare = runner()
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 1)
            os.dup2(null, 2)
            prepare({"code": code, "test": test, "failFast": fail_fast}, create_sender(write, NONCE))()
        finally:
            os._exit(0)
    os.close(write)
    with open(read, "rb") as file:
        data = file.read()
    os.waitpid(pid, 0)
    records, forged = parse_records(data, NONCE)
    assert not forged
    return records


def tests_of(records):
    return {record[1]: record[2] for record in records if record[0] == "test"}


MANY = """
import unittest

class TestCases(unittest.TestCase):
    def test_a(self):
        self.skipTest("not today")
    def test_b(self):
        for number in (1, 2):
            with self.subTest(number=number):
                self.assertEqual(task_func(), number)
    def test_c(self):
        self.assertEqual(task_func(), 42)
    def test_d(self):
        raise KeyError
"""


class FailFastTests(unittest.TestCase):
    def test_stops_after_the_first_test_that_fails(self):
        records = run("def task_func():\n    return 42\n", MANY, fail_fast=True)
        self.assertEqual(tests_of(records), {"test_a": "skip", "test_b": "fail"})
        self.assertEqual(records[-1][0], "done")

    def test_runs_all_where_none_fails(self):
        records = run("def task_func():\n    return 42\n", fail_fast=True)
        self.assertEqual(tests_of(records), {"test_answer": "pass"})

    def test_runs_all_where_nobody_asked(self):
        records = run("def task_func():\n    return 42\n", MANY)
        self.assertEqual(tests_of(records), {"test_a": "skip", "test_b": "fail", "test_c": "pass", "test_d": "error"})


class HarnessTests(unittest.TestCase):
    def test_right(self):
        records = run("def task_func():\n    return 42\n")
        self.assertEqual([record[0] for record in records], ["begin", "test", "done"])
        self.assertEqual(records[0], ["begin", "test_answer"])

    def test_wrong_with_a_readable_message(self):
        [_, record, _] = run("def task_func():\n    return 41\n")
        self.assertEqual(record[2], "fail")
        self.assertEqual(record[6:8], ["AssertionError", "AssertionError: 41 != 42"])
        self.assertEqual(record[5], "9")
        self.assertIn("self.assertEqual(task_func(), 42)", record[8])

    def test_line_of_the_solution(self):
        [_, record, _] = run("import json\n\ndef task_func():\n    return json.loads('{')\n")
        self.assertEqual((record[2], record[4], record[6]), ("error", "4", "JSONDecodeError"))

    def test_addresses_are_blanked(self):
        [_, record, _] = run("def task_func():\n    return object()\n")
        self.assertIn("<object object at 0x…> != 42", record[8])

    def test_syntax_error(self):
        records = run("x = 1\ndef task_func(:\n")
        self.assertEqual(records[-1][:3], ["fatal", "SyntaxError", "2"])

    def test_a_solution_cannot_run_into_the_tests(self):
        for code in ("@print", "x = '''", "if False:", "class A: \\", "x = ("):
            self.assertIn(run(code, TEST.lstrip())[-1][1], ("SyntaxError", "IndentationError"), code)
        code = "def task_func():\n    return 0\n@lambda cls: None"
        self.assertEqual(run(code, "class TestCases(__import__('unittest').TestCase):\n def test_x(self): 1/0")[-1][1], "SyntaxError")

    def test_import_error_and_exit(self):
        self.assertEqual(run("import no_such_module")[-1][1:4], ["ModuleNotFoundError", "1", "ModuleNotFoundError: No module named 'no_such_module'"])
        self.assertEqual(run("import sys\nsys.exit(0)")[-1][1:3], ["SystemExit", "2"])

    def test_exit_inside_a_test_is_an_error_of_that_test(self):
        self.assertEqual(tests_of(run("def task_func():\n    sys.exit(0)\n")), {"test_answer": "error"})

    def test_names_that_the_original_predefines(self):
        code = """
import os as real_os, sys as real_sys
def task_func():
    assert sys is real_sys and os is real_os and environ is real_os.environ
    assert __name__ == '__test__' and __file__ == '__test__.py'
    return 42
assert '__test__' not in sys.modules
"""
        self.assertEqual(tests_of(run(code)), {"test_answer": "pass"})

    def test_module_is_known_while_the_tests_run(self):
        code = "import pickle\nclass A: pass\ndef task_func():\n    return 42 if type(pickle.loads(pickle.dumps(A()))) is A else 0\n"
        self.assertEqual(tests_of(run(code)), {"test_answer": "pass"})

    def test_fixtures_subtests_skips_and_async(self):
        test = """
import unittest
class TestCases(unittest.IsolatedAsyncioTestCase):
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)
    def test_sub_error(self):
        with self.subTest():
            raise KeyError
    def test_skip(self):
        self.skipTest('no')
    @unittest.expectedFailure
    def test_expected(self):
        self.fail()
    @unittest.expectedFailure
    def test_unexpected(self):
        pass
    async def test_async(self):
        self.assertEqual(await double(2), 4)
"""
        records = run("async def double(x):\n    return 2 * x\n", test)
        self.assertEqual(
            tests_of(records),
            {
                "test_async": "pass",
                "test_expected": "pass",
                "test_skip": "skip",
                "test_sub": "fail",
                "test_sub_error": "error",
                "test_unexpected": "fail",
            },
        )
        self.assertEqual(records[-1][0], "done")

    def test_failing_class_fixture(self):
        test = """
import unittest
class TestCases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError('nothing there')
    def test_x(self): pass
"""
        records = run("", test)
        self.assertEqual(tests_of(records), {"setUpClass": "error"})
        self.assertEqual(records[0], ["begin", "test_x"])

    def test_tests_that_cannot_be_used(self):
        self.assertIn("the tests do not compile", run("", "class TestCases(")[-1][3])
        self.assertIn("no class TestCases", run("", "x = 1")[-1][3])
        self.assertEqual(run("", "class TestCases: pass")[-1][1], "TypeError")

    def test_source_is_lent_to_tracebacks_only(self):
        code = """
import inspect
def task_func():
    try:
        inspect.getsource(task_func)
    except OSError:
        return 42
"""
        self.assertEqual(tests_of(run(code)), {"test_answer": "pass"})


class IntegrityTests(unittest.TestCase):
    def findings(self, code, test=TEST):
        return [record[1] for record in run(code, test) if record[0] == "found"]

    def test_silent_on_honest_use_of_mocks(self):
        test = """
import unittest
from unittest.mock import patch, mock_open, MagicMock
class TestCases(unittest.TestCase):
    @patch('builtins.open', mock_open(read_data='42'))
    def test_open(self):
        self.assertEqual(task_func(), 42)
    def test_mock(self):
        m = MagicMock(); m(1); m.assert_called_once_with(1)
"""
        self.assertEqual(self.findings("def task_func():\n    return int(open('x').read())\n", test), [])

    def test_patched_builtins(self):
        self.assertIn("builtins.len", self.findings("import builtins\nbuiltins.len = lambda x: 0\ndef task_func(): return 42\n"))
        code = "import builtins\ndef task_func():\n    builtins.isinstance = lambda *a: True\n    return 42\n"
        self.assertIn("builtins.isinstance", self.findings(code))

    def test_patched_unittest(self):
        code = "import unittest\nunittest.TestCase.assertEqual = lambda *a: None\ndef task_func(): return 0\n"
        found = self.findings(code)
        self.assertIn("unittest.case.TestCase.assertEqual", found)
        self.assertIn("canary.equal", found)

    def test_swapped_code(self):
        code = "import unittest\nunittest.TestCase.assertEqual.__code__ = (lambda self, a, b, c=None: None).__code__\ndef task_func(): return 0\n"
        self.assertIn("__code__ of TestCase.assertEqual", self.findings(code))

    def test_replaced_module(self):
        code = "import sys, types\nreal = sys.modules['unittest']\nsys.modules['unittest'] = types.SimpleNamespace(**vars(real))\ndef task_func(): return 42\n"
        self.assertIn("sys.modules[unittest]", self.findings(code))

    def test_assertion_put_on_the_test_class(self):
        code = "def task_func():\n    globals()['TestCases'].assertEqual = lambda *a: None\n    return 0\n"
        self.assertIn("TestCases.assertEqual", self.findings(code))

    def test_assertion_of_the_test_source_is_its_own_business(self):
        test = TEST + "    def assertEqual(self, a, b): super().assertEqual(a, b)\n"
        self.assertEqual(self.findings("def task_func():\n    return 42\n", test), [])


HOSTILE_HEAD = "def task_func():\n    return 42\n"


class GuardTests(unittest.TestCase):
    """The solution answers right: only the guard can have something against it."""

    def findings(self, code, test=TEST):
        return [record[1] for record in run(HOSTILE_HEAD + code, test) if record[0] == "found"]

    def test_honest_tests_of_many_shapes(self):
        test = """
import functools, unittest
from unittest.mock import patch
def setUpModule(): pass
def twice(function):
    def inner(self):
        function(self); function(self)
    return inner
class Base(unittest.TestCase):
    def assertAnswer(self): self.assertEqual(task_func(), 42)
    def setUp(self): self.start = 1
class TestCases(Base):
    answer = staticmethod(task_func)
    @classmethod
    def setUpClass(cls):
        cls.shared = []
        cls.patcher = patch('builtins.print'); cls.patcher.start()
    @classmethod
    def tearDownClass(cls): cls.patcher.stop()
    def tearDown(self): self.shared.append(1)
    @twice
    def test_twice(self): self.assertAnswer()
    @patch('os.listdir', return_value=[])
    def test_patched(self, mock): self.assertEqual(TestCases.answer(), 42)
    @unittest.skipIf(False, 'never')
    def test_unless(self): self.fail = 3
    test_more = functools.partialmethod(assertAnswer) if False else lambda self: self.assertAnswer()
"""
        self.assertEqual(self.findings("", test), ["TestCases.fail of a test"])
        self.assertEqual(self.findings("", test.replace("self.fail = 3", "pass")), [])

    def test_a_function_of_the_solution_on_the_test_class(self):
        code = "def task_func():\n    TestCases.%s = lambda self: None\n    return 42\n"
        for name in ("test_answer", "setUp", "_callTestMethod", "__getattr__"):
            self.assertIn("TestCases." + name, self.findings(code % name))

    def test_module_fixtures_of_the_solution(self):
        self.assertEqual(self.findings("def setUpModule(): pass\n"), ["module.setUpModule"])

    def test_one_test_in_place_of_another(self):
        test = TEST + "    def test_other(self): self.fail()\n"
        code = "def task_func():\n    TestCases.test_other = TestCases.test_answer\n    return 42\n"
        self.assertEqual(self.findings(code, test), ["TestCases.test_other"])

    def test_a_base_of_the_solution(self):
        code = """
import unittest
Real = unittest.TestCase
class Lenient(Real):
    def __init_subclass__(cls): unittest.TestCase = Real
    def fail(self, *_): pass
Lenient.__module__ = 'unittest.case'
unittest.TestCase = Lenient
"""
        self.assertEqual(self.findings(code), ["TestCases.__mro__", "TestCases.__init_subclass__", "TestCases.fail"])

    def test_a_change_that_is_taken_back_before_the_end(self):
        test = TEST + "    def test_other(self): self.assertEqual(task_func(), 42)\n"
        code = """
import builtins, itertools
calls = itertools.count()
def task_func():
    builtins.bin = (lambda x: 'never') if next(calls) == 0 else real
    return 42
real = bin
"""
        self.assertEqual(self.findings(code, test), ["builtins.bin"])
