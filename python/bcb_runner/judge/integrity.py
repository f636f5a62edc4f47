"""What a verdict rests on: unittest, the built-ins, the assertion helpers of numpy and pandas.

Classes that judge are sealed, so that assigning to them raises. The rest is compared with the image (image.py) before,
between and after the tests. Added names do not count (TensorFlow adds some) unless they take the place of others.
"""

import collections
import contextlib
import ctypes
import sys
import types
import unittest
import unittest._log
import unittest.async_case
import unittest.mock

_IMMUTABLE_TYPE = 1 << 8
_FLAGS_OFFSET = 168  # of tp_flags in PyTypeObject on 64-bit CPython; checked against __flags__ before use
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


def seal(classes):
    """Makes attributes of Python classes unassignable; True when this interpreter allows it."""
    for cls in classes:
        flags = ctypes.c_ulong.from_address(id(cls) + _FLAGS_OFFSET)
        if flags.value != cls.__flags__:
            return False
        flags.value |= _IMMUTABLE_TYPE
    return True


def close_side_doors():
    """unittest lets a test end without failing by an exception of its own (for `failfast`): nothing may match it."""
    unittest.case._ShouldStop = ()
    # mock_open fills a cache of its module in lazily: it must not look like a change later.
    unittest.mock.mock_open()
    unittest.IsolatedAsyncioTestCase  # likewise


def _equal(case):
    case.assertEqual(1, 2)


def _true(case):
    case.assertTrue(False)


def _false(case):
    case.assertFalse(True)


def _none(case):
    case.assertIsNone(1)


def _member(case):
    case.assertIn(1, ())


def _almost(case):
    case.assertAlmostEqual(1.0, 2.0)


def _list(case):
    case.assertListEqual([case], [1])


def _dict(case):
    case.assertDictEqual({1: case}, {1: 1})


def _count(case):
    case.assertCountEqual([case], [1])


def _regex(case):
    case.assertRegex("1", "2")


def _raises(case):
    with case.assertRaises(ValueError):
        pass


def _assert(case):
    assert False


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
    claims = (_equal, _true, _false, _none, _member, _almost, _list, _dict, _count, _regex, _raises, _assert)
    for claim in claims:
        try:
            claim(canary)
            silent.append("canary.%s" % claim.__name__[1:])
        except (AssertionError, GeneratorExit):
            pass
    return silent
