"""Twins run like any program: an honest one fails each of them at its false assertion, a liar does not."""

import unittest

from bcb_runner.judge.twin.findings import describe_twin, parse_plan
from tests.test_harness import run

HEAD = """
import os, unittest
from unittest.mock import MagicMock, call
class TestCases(unittest.TestCase):
    def test_it(self):
"""

SEEDS = ["a", "b", "c", "d"]


def show(code, lines, seed="a", head=HEAD, **order):
    """What a twin of a test method with these lines shows of a program."""
    test = head + "".join("        %s\n" % line for line in lines)
    records = run(code, test, {"seed": seed, **order})
    return describe_twin(parse_plan(records[0][2]), records)


HONEST = [
    "self.assertEqual(task_func(), 42)",
    "self.assertEqual(42, task_func())",
    "self.assertEqual([task_func()], [42])",
    "self.assertEqual({'a': task_func()}, {'a': 42})",
    "expected = 42; self.assertEqual(task_func(), expected)",
    "self.assertNotEqual(task_func(), 41)",
    "self.assertAlmostEqual(task_func(), 42.0, delta=1)",
    "self.assertAlmostEqual(task_func() / 1, 42.00000001)",
    "self.assertTrue(task_func() == 42)",
    "self.assertTrue(task_func() in (42,))",
    "self.assertTrue(0 <= task_func() <= 100)",
    "self.assertTrue(task_func() > 0 and task_func() < 100)",
    "self.assertTrue(all(x in [42, 43] for x in [task_func()]))",
    "self.assertTrue(any(x == 42 for x in [task_func()]))",
    "self.assertTrue(all(x == task_func() for x in []))",
    "self.assertTrue(all([all([x == 41 for x in y]) for y in ([], [])]))",
    "assert all(x in y for x, y in zip([], [task_func()]))",
    "self.assertTrue(not task_func() == 41)",
    "self.assertTrue(isinstance(task_func(), int))",
    "self.assertTrue(os.path.exists('/'))",
    "self.assertFalse(os.path.exists('/nothing'))",
    "self.assertFalse(task_func() == 41)",
    "self.assertIn(task_func(), [42])",
    "self.assertIn('b', 'abc')",
    "self.assertNotIn(task_func(), [41])",
    "self.assertIsInstance(task_func(), int)",
    "self.assertIsNone(None)",
    "self.assertIsNotNone(task_func())",
    "self.assertIs(task_func(), 42)",
    "self.assertGreater(task_func(), 41)",
    "self.assertLessEqual(task_func(), 42)",
    "self.assertListEqual([task_func()], [42])",
    "self.assertDictEqual({1: task_func()}, {1: 42})",
    "self.assertCountEqual([task_func()], [42])",
    "self.assertRegex(str(task_func()), '4.')",
    "self.assertRaises(ZeroDivisionError, lambda: task_func() / 0)",
    "assert task_func() == 42",
    "m = MagicMock(); m(task_func()); m.assert_called_once_with(42)",
    "m = MagicMock(); m(1); m.assert_called_once()",
    "m = MagicMock(); m.assert_not_called()",
    "m = MagicMock(); m(1); m.assert_has_calls([call(1)])",
]

BLOCKS = [
    ["with self.assertRaises(ZeroDivisionError):", "    task_func() / 0"],
    ["with self.assertRaises(ZeroDivisionError) as caught:", "    task_func() / 0", "self.assertIn('zero', str(caught.exception))"],
    ["import warnings", "with self.assertWarns(UserWarning):", "    warnings.warn('x')"],
    ["import logging", "with self.assertLogs(level='INFO'):", "    logging.info('x')"],
    ["for x in [1, 2]:", "    if x == 2:", "        self.assertEqual(", "            task_func(),", "            42)"],
    ["try:", "    self.assertEqual(task_func(), 42)", "finally:", "    pass"],
]


class HonestTests(unittest.TestCase):
    code = "def task_func():\n    return 42\n"

    def check(self, lines):
        for order in [{"seed": seed} for seed in SEEDS] + [{"sure": True}]:
            shown = show(self.code, lines, **order)
            self.assertEqual([test["state"] for test in shown["tests"]], ["failed"], (lines, order, shown))
            self.assertEqual(shown["silent"], [], lines)

    def test_assertions(self):
        for line in HONEST:
            with self.subTest(line):
                self.check([line])

    def test_blocks(self):
        for lines in BLOCKS:
            with self.subTest(lines[0]):
                self.check(lines)

    def test_all_of_them_in_one_method(self):
        for seed in SEEDS:
            shown = show(self.code, HONEST, seed)
            self.assertEqual([test["state"] for test in shown["tests"]], ["failed"], shown)
            self.assertEqual(shown["silent"], [])

    def test_assertions_of_helpers(self):
        head = """
import unittest
def check(case, value): case.assertEqual(value, 42)
class TestCases(unittest.TestCase):
    def own(self, value): self.assertEqual(value, 42)
    def test_function(self): check(self, task_func())
    def test_method(self): self.own(task_func())
    def test_nothing(self): task_func()
"""
        shown = show(self.code, [], head=head)
        states = {test["name"]: test["state"] for test in shown["tests"]}
        self.assertEqual(states, {"test_function": "failed", "test_method": "failed", "test_nothing": "none"})

    def test_where_a_failure_would_be_caught_there_is_nothing_to_falsify(self):
        for lines in (
            ["try:", "    self.assertEqual(task_func(), 42)", "except Exception:", "    pass"],
            ["with self.assertRaises(AssertionError):", "    self.assertEqual(task_func(), 41)"],
        ):
            for seed in SEEDS:
                shown = show(self.code, lines, seed)
                self.assertIn(shown["tests"][0]["state"], ("none", "failed"), lines)

    def test_unreached_and_otherwise(self):
        self.assertEqual(show(self.code, ["if task_func() == 41: self.assertEqual(1, 1)"])["tests"][0]["state"], "unreached")
        self.assertEqual(show(self.code, ["int('x')", "self.assertEqual(1, 1)"])["tests"][0]["state"], "otherwise")

    def test_excluded_assertions_are_left_alone(self):
        lines = ["self.assertEqual(task_func(), 42)", "self.assertIs(task_func(), 42)"]
        for seed in SEEDS:
            self.assertEqual(show(self.code, lines, seed, exclude=[0])["tests"][0]["site"], 1)
        self.assertEqual(show(self.code, lines, exclude=[0, 1])["tests"][0]["state"], "none")


LIARS = {
    "equal to everything": "class A:\n    def __eq__(self, other): return True\ndef task_func(): return A()\n",
    "the one that mock ships": "from unittest.mock import ANY\ndef task_func(): return ANY\n",
    "reads the answer": "def task_func(): return next(c for c in TestCases.test_it.__code__.co_consts if type(c) is int)\n",
}


class LiarTests(unittest.TestCase):
    def test_liars_pass_their_twins(self):
        for name, code in LIARS.items():
            for seed in SEEDS:
                shown = show(code, ["self.assertEqual(task_func(), 42)"], seed)
                self.assertEqual(shown["tests"][0]["state"], "passed", name)

    def test_a_lie_before_the_drawn_assertion_is_noticed(self):
        lines = ["answer = task_func()", "self.assertEqual(answer, 42)", "self.assertEqual(1, 1)"]
        for seed in SEEDS:
            shown = show(LIARS["equal to everything"], lines, seed)
            self.assertTrue(shown["tests"][0]["state"] == "passed" or shown["silent"] == [0], shown)

    def test_text_that_contains_everything(self):
        code = "class S(str):\n    def __contains__(self, other): return True\ndef task_func(): return S('x')\n"
        self.assertEqual(show(code, ["self.assertIn('word', task_func())"])["tests"][0]["state"], "passed")

    def test_looks_that_always_find(self):
        code = "import os\nos.path.exists = lambda path: True\n"
        self.assertEqual(show(code, ["self.assertTrue(os.path.exists('/nothing'))"])["tests"][0]["state"], "passed")

    def test_number_near_everything(self):
        code = "class F(float):\n    def __sub__(self, other): return 0.0\n    __rsub__ = __sub__\ndef task_func(): return F(1)\n"
        self.assertEqual(show(code, ["self.assertAlmostEqual(task_func(), 42)"])["tests"][0]["state"], "passed")
