"""Which values of tests are marked as used for their truth, and which of them may be an answer."""

import ast
import collections
import re
import traceback
import types
import unittest
import unittest.mock

from bcb_runner.separate.answers import holds_yes_or_no, says_little, may_be_answer
from bcb_runner.separate.remote_modules import _create_function
from bcb_runner.separate.truths import ALL_ASKED, ASKED, mark_truths

CASE = """
class Case:
    def assertTrue(self, value, message=None): pass
    assertFalse = assertIsNone = assertTrue
    def assertEqual(self, first, second): pass
    assertIs = assertEqual
"""


class Kind(str):
    def any(self):
        return True


def marked(body):
    """What is asked for while a body runs: a is 7, b is 8, many is [7, 8]."""
    seen = []
    space = {ASKED: lambda value: seen.append(value) or value, ALL_ASKED: lambda values: [*map(space[ASKED], values)]}
    space.update(a=7, b=8, many=[7, 8], kind=Kind("kind"))
    exec(CASE + "self = Case()", space)
    exec(compile(mark_truths(ast.parse(body)), "tests", "exec"), space)
    return seen


class TruthTests(unittest.TestCase):
    def test_what_is_used_for_its_truth(self):
        for body, expected in (
            ("self.assertTrue(a, 'why')", [7]),
            ("self.assertFalse(not a)", [7]),
            ("assert a, 'why'", [7]),
            ("if a: pass", [7]),
            ("if not a: pass\nelif a and b: pass", [7, 7, 8]),
            ("while a: break", [7]),
            ("a if b else 0", [8]),
            ("bool(a)", [7]),
            ("self.assertTrue(all(each for each in many))", [7, 8, True]),
            ("all(many)", [7, 8]),
            ("a == True", [7]),
            ("self.assertEqual(a, True)", [7]),
            ("self.assertIs(False, b)", [8]),
            ("self.assertIsNone(int(a))", [7]),
            ("int(b) is None", [8]),
            ("kind.any()", ["kind"]),
        ):
            with self.subTest(body=body):
                self.assertEqual(marked(body), expected)

    def test_what_is_compared_is_not(self):
        for body in ("self.assertTrue(a == 7)", "assert 7 in many", "self.assertEqual(a, 7)", "a is None", "int(a) is not None", "self.assertIsNone(a.real)", "[x for x in many if x]", "not a > b"):
            with self.subTest(body=body):
                self.assertEqual(marked(body), [])

    def test_lines_stay_where_they_are(self):
        try:
            marked("\n\nassert not a")
        except AssertionError as error:
            self.assertEqual(traceback.extract_tb(error.__traceback__)[-1].lineno, 3)
        else:
            self.fail("nothing was asserted")

    def test_what_may_be_an_answer(self):
        for value in (1, 0, 1.0, "x", "", None, [True], (0,), {}, int, ValueError(), len, unittest.mock.Mock()):
            self.assertTrue(may_be_answer(value), value)
        for value in (True, re.match("a", "a"), (each for each in "a")):
            self.assertFalse(may_be_answer(value), value)

    def test_what_holds_yes_or_no(self):
        for value in (True, [1, (False,)], {"a": {True}}, collections.OrderedDict(a=True).values(), collections.deque([False]), [[[[[[[[[[]]]]]]]]]]):
            self.assertTrue(holds_yes_or_no(value), value)
        for value in (1, "yes", [0, 1], {True: 2}):
            self.assertFalse(holds_yes_or_no(value), value)
        for value in (0, 1.0, "", [], {}):
            self.assertTrue(says_little(value), value)
        for value in (2, "1", [0], None):
            self.assertFalse(says_little(value), value)

    def test_functions_that_live_with_the_program_answer_like_its_objects(self):
        calls = []
        peer = types.SimpleNamespace(call=lambda *fields, is_answer: calls.append((fields, is_answer)))
        _create_function(peer, "matplotlib.pyplot", "get_fignums")(3, key=4)
        self.assertEqual(calls, [((["module", "matplotlib.pyplot", "get_fignums"], (3,), {"key": 4}), True)])
