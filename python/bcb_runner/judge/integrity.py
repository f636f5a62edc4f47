"""What a verdict rests on: unittest, the built-ins, the assertion helpers of numpy and pandas.

All of it is compared with the image (image.py) before, between and after the tests.
"""

import collections
import contextlib
import sys
import types
import unittest
import unittest._log
import unittest.async_case
import unittest.mock

JUDGING_MODULES = (
    *("builtins", "collections", "contextlib", "re"),
    *("unittest" + name for name in ("", ".case", ".suite", ".result", ".loader", ".util", ".mock", ".async_case", "._log")),
    *("numpy.testing", "numpy.testing._private.utils"),
    *("pandas.testing", "pandas._testing", "pandas._testing.asserters", "pandas._libs.testing"),
)


def judging_classes():
    """All of unittest's own, and what its methods are made of."""
    homes = [sys.modules[name] for name in JUDGING_MODULES if name.startswith("unittest.") and name in sys.modules]
    own = [
        value
        for home in homes
        for value in vars(home).values()
        if isinstance(value, type) and value.__module__ == home.__name__ and not issubclass(value, BaseException)
    ]
    managers = [contextlib._GeneratorContextManagerBase, contextlib._GeneratorContextManager]
    return [*dict.fromkeys(own), *managers, collections.Counter]


def close_side_doors():
    """unittest lets a test end without failing by an exception of its own (for `failfast`): nothing may match it."""
    unittest.case._ShouldStop = ()
    # mock_open fills a cache of its module in lazily: it must not look like a change later.
    unittest.mock.mock_open()
    unittest.IsolatedAsyncioTestCase  # likewise


def _equal(case):
    case.assertEqual(1, 2)


def _raises(case):
    with case.assertRaises(ValueError):
        pass


def _assert(_case):
    assert False


# What must fail, by name.
_CLAIMS = {
    "equal": _equal,
    "true": lambda case: case.assertTrue(False),
    "false": lambda case: case.assertFalse(True),
    "none": lambda case: case.assertIsNone(1),
    "member": lambda case: case.assertIn(1, ()),
    "almost": lambda case: case.assertAlmostEqual(1.0, 2.0),
    "list": lambda case: case.assertListEqual([case], [1]),
    "dict": lambda case: case.assertDictEqual({1: case}, {1: 1}),
    "count": lambda case: case.assertCountEqual([case], [1]),
    "regex": lambda case: case.assertRegex("1", "2"),
    "raises": _raises,
    "assert": _assert,
}


def _nothing(*_):
    return ""


def _refuse_to_be_shown(*_):
    raise GeneratorExit


def silent_canaries():
    """Names of false claims that did not fail as they must. The canary is made anew, so that nobody can know it.

    It ends a claim when the difference is about to be described, which would take longer than all the rest.
    """
    methods = {
        "runTest": types.FunctionType(_equal.__code__, {}),
        "__repr__": types.FunctionType(_refuse_to_be_shown.__code__, {}),
    }
    canary = type("Canary", (unittest.TestCase,), methods)()
    result = unittest.TestResult()
    result._exc_info_to_string = types.FunctionType(_nothing.__code__, {})
    canary.run(result)
    silent = []
    if len(result.failures) != 1 or result.errors or result.skipped:
        silent.append("canary.run")
    for name, claim in _CLAIMS.items():
        try:
            claim(canary)
            silent.append("canary.%s" % name)
        except (AssertionError, GeneratorExit):
            pass
    return silent
