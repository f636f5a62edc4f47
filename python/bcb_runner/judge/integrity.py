"""What a verdict rests on must be what it was: unittest, the built-ins, the assertion helpers of numpy and pandas.

Classes that judge are sealed, so that assigning to them raises. For the rest a snapshot is taken before the fork and
compared in the sample before, between and after the tests. Added names do not count (TensorFlow adds some); changed and
removed ones do. A function whose code was swapped counts as changed.
"""

import builtins
import collections
import contextlib
import ctypes
import re
import sys
import types
import unittest
import unittest.async_case
import unittest.mock
import unittest.util

from .after_import import after_import

_IMMUTABLE_TYPE = 1 << 8
_FLAGS_OFFSET = 168  # of tp_flags in PyTypeObject on 64-bit CPython; checked against __flags__ before use
_MODULES = (
    *("builtins", "collections", "contextlib", "re"),
    *("unittest" + name for name in ("", ".case", ".suite", ".result", ".loader", ".util", ".mock", ".async_case")),
    *("numpy.testing", "numpy.testing._private.utils"),
    *("pandas.testing", "pandas._testing", "pandas._testing.asserters"),
)
_IGNORED = frozenset(["_", "__warningregistry__", "__builtins__", "__cached__"])
_ABSENT = object()


def judging_classes():
    """unittest's own, and what its methods are made of."""
    case, mock = unittest.case, unittest.mock
    return [
        case.TestCase,
        case._Outcome,
        case._AssertRaisesContext,
        case._AssertWarnsContext,
        unittest.async_case.IsolatedAsyncioTestCase,
        unittest.result.TestResult,
        unittest.suite.BaseTestSuite,
        unittest.suite.TestSuite,
        unittest.loader.TestLoader,
        mock.NonCallableMock,
        mock.CallableMixin,
        contextlib._GeneratorContextManagerBase,
        contextlib._GeneratorContextManager,
        collections.Counter,
    ]


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


def take_snapshot():
    """The identity of everything that judges, as it is now.

    differences(counts): names of what was changed or removed; `counts` says which new values matter, all without it.
    watch_imports(): in a sample, modules that judge and are not there yet are looked at as soon as they are.
    """
    kept, modules = [], {}

    def add(name, space):
        kept.append((name, space, _facts_of(space)))

    def add_module(module):
        modules[module.__name__] = module
        add(module.__name__, vars(module))

    def watch_imports():
        for name in _MODULES:
            if name not in modules:
                after_import(name, add_module)

    def differences(counts=None):
        found = []
        for name, module in modules.items():
            now = sys.modules.get(name)
            if now is not module and (counts is None or counts(now)):
                found.append("sys.modules[%s]" % name)
        for name in _MODULES:
            # It came in past `watch_imports`.
            if name not in modules and name in sys.modules and (counts is None or counts(sys.modules[name])):
                found.append("sys.modules[%s]" % name)
        for name, space, facts in kept:
            for key, (value, code, defaults, keyword_defaults) in facts:
                now = space.get(key, _ABSENT)
                if now is value:
                    if code is None or (
                        now.__code__ is code
                        and now.__defaults__ is defaults
                        and now.__kwdefaults__ is keyword_defaults
                    ):
                        continue
                if counts is None or counts(now):
                    found.append("%s.%s" % (name, key))
        return found

    for name in _MODULES:
        if name in sys.modules:
            add_module(sys.modules[name])
    for cls in judging_classes():
        add("%s.%s" % (cls.__module__, cls.__qualname__), vars(cls))
    return types.SimpleNamespace(differences=differences, watch_imports=watch_imports)


def _facts_of(space):
    facts = []
    for key, value in space.items():
        if key in _IGNORED:
            continue
        if isinstance(value, types.FunctionType):
            facts.append((key, (value, value.__code__, value.__defaults__, value.__kwdefaults__)))
        else:
            facts.append((key, (value, None, None, None)))
    return facts


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
    case.assertListEqual([1], [2])


def _dict(case):
    case.assertDictEqual({1: 1}, {1: 2})


def _count(case):
    case.assertCountEqual([1], [2])


def _regex(case):
    case.assertRegex("1", "2")


def _raises(case):
    with case.assertRaises(ValueError):
        pass


def _assert(case):
    assert False


def silent_canaries():
    """Names of false claims that did not fail as they must. The canary is made anew, so that nobody can know it."""
    methods = {"runTest": types.FunctionType(_equal.__code__, {})}
    canary = type("Canary", (unittest.TestCase,), methods)()
    result = unittest.TestResult()
    canary.run(result)
    silent = []
    if len(result.failures) != 1 or result.errors or result.skipped:
        silent.append("canary.run")
    claims = (_equal, _true, _false, _none, _member, _almost, _list, _dict, _count, _regex, _raises, _assert)
    for claim in claims:
        try:
            claim(canary)
            silent.append("canary.%s" % claim.__name__[1:])
        except AssertionError:
            pass
    return silent
