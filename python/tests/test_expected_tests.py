import unittest

from bcb_runner.judge.expected_tests import expected_tests
from bcb_runner.separate.taken_names import names_taken_by


def required(source):
    return list(expected_tests(source).required)


class ExpectedTestsTests(unittest.TestCase):
    def test_methods_once_each_and_sorted(self):
        source = """
import unittest
class TestCases(unittest.TestCase):
    def setUp(self): pass
    def test_b(self): pass
    def test_a(self): pass
    def test_a(self): pass
    async def test_c(self): pass
    def helper_test(self): pass
"""
        self.assertEqual(required(source), ["test_a", "test_b", "test_c"])
        self.assertEqual(expected_tests(source).plain, {"test_a", "test_b", "test_c", "setUp", "helper_test"})

    def test_inherited_methods_of_the_same_source(self):
        source = """
class Mixin:
    def test_mixed(self): pass
class Base(unittest.TestCase):
    def test_base(self): pass
    def test_gone(self): pass
class TestCases(Mixin, Base):
    test_gone = None
    def test_own(self): pass
"""
        self.assertEqual(required(source), ["test_base", "test_mixed", "test_own"])

    def test_decorators_do_not_hide_a_name(self):
        source = """
@patch('a.b')
class TestCases(unittest.TestCase):
    @patch('c.d')
    def test_one(self, mock): pass
"""
        self.assertEqual(required(source), ["test_one"])
        self.assertEqual(expected_tests(source).plain, frozenset())

    def test_the_last_class_of_the_name_counts(self):
        source = "class TestCases:\n def test_x(self): 0\nclass TestCases:\n def test_y(self): 0\n"
        self.assertEqual(required(source), ["test_y"])

    def test_what_is_bound_later_is_not_promised(self):
        source = "class TestCases:\n def test_x(self): 0\n test_x, y = f()\n def test_z(self): 0\n del test_z\n"
        self.assertEqual(required(source), [])
        self.assertEqual(expected_tests(source).defined, {"test_x", "y", "test_z"})

    def test_no_class(self):
        self.assertIsNone(expected_tests("def test_x(): pass"))

    def test_syntax_error(self):
        with self.assertRaises(SyntaxError):
            expected_tests("class TestCases(")

    def test_classes_that_inherit_from_each_other_end(self):
        self.assertEqual(required("class TestCases(TestCases):\n def test_x(self): 0\n"), ["test_x"])


class NamesTakenTests(unittest.TestCase):
    def test_only_globals_that_nobody_binds(self):
        source = """
import os
from a import b as c
LIMIT = start + 1
class TestCases(unittest.TestCase):
    value = constant
    def test_a(self):
        data = task_func(LIMIT, helper)
        for row in data: print(row, os, c)
        def inner(x): return x + data
        global made
        made = [each for each in (lambda y: y)(data)]
    def test_b(self):
        self.assertEqual(made, value, data)
"""
        taken = {"start", "unittest", "constant", "task_func", "helper", "print", "value", "data"}
        self.assertEqual(names_taken_by(source), taken)
