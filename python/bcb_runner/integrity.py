"""What a verdict rests on must be what it was: unittest, the built-ins, the assertion helpers of numpy and pandas.

Classes that judge are sealed, so that assigning to them raises. For the rest a snapshot is taken before the fork and
compared in the sample before and after the tests. Added names do not count (TensorFlow adds some); changed and removed
ones do. A function whose code was swapped counts as changed.
"""

import builtins
import ctypes
import sys
import types
import unittest
import unittest.async_case
import unittest.mock

# Bound here once and for all: the program may replace them in the built-ins.
from builtins import AssertionError, getattr, hasattr, len, vars

from .after_import import after_import

_IMMUTABLE_TYPE = 1 << 8
_FLAGS_OFFSET = 168  # of tp_flags in PyTypeObject on 64-bit CPython; checked against __flags__ before use
_MODULES = ("numpy.testing", "numpy.testing._private.utils", "pandas.testing", "pandas._testing", "pandas._testing.asserters")
_IGNORED = frozenset(["_", "__warningregistry__", "__builtins__", "__cached__"])
_DECIDING = ("assert", "fail", "_baseAssert", "run", "_call", "__call__", "__getattr")
_ABSENT = object()


def judging_classes():
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
    ]


def seal(classes):
    """Makes attributes of Python classes unassignable; True when this interpreter allows it."""
    for cls in classes:
        flags = ctypes.c_ulong.from_address(id(cls) + _FLAGS_OFFSET)
        if flags.value != cls.__flags__:
            return False
        flags.value |= _IMMUTABLE_TYPE
    return True


class Snapshot:
    """The identity of everything that judges, as it is now."""

    def __init__(self):
        # mock_open fills this module-level cache in lazily; do it before looking.
        unittest.mock.mock_open()
        spaces = [("builtins", vars(builtins))]
        for name in ("", ".case", ".suite", ".result", ".loader", ".mock", ".async_case"):
            spaces.append(("unittest" + name, vars(sys.modules["unittest" + name])))
        for cls in judging_classes():
            spaces.append(("%s.%s" % (cls.__module__, cls.__qualname__), vars(cls)))
        self._spaces = [(name, space, _facts_of(space)) for name, space in spaces]
        self._modules = {name: sys.modules[name] for name, _, _ in self._spaces if name in sys.modules}
        for name in _MODULES:
            if name in sys.modules:
                self._add_module(sys.modules[name])

    def watch_imports(self):
        """In a sample: modules that judge and are not there yet are looked at as soon as they are."""
        for name in _MODULES:
            if name not in self._modules:
                after_import(name, self._add_module)

    def _add_module(self, module):
        self._modules[module.__name__] = module
        self._spaces.append((module.__name__, vars(module), _facts_of(vars(module))))

    def differences(self):
        """Names of what was changed or removed, in a fixed order."""
        found = []
        for name, module in self._modules.items():
            if sys.modules.get(name) is not module:
                found.append("sys.modules[%s]" % name)
        for name, space, facts in self._spaces:
            for key, (value, code, defaults, keyword_defaults) in facts.items():
                now = space.get(key, _ABSENT)
                if now is not value or (
                    code is not None
                    and (
                        now.__code__ is not code
                        or now.__defaults__ is not defaults
                        or now.__kwdefaults__ is not keyword_defaults
                    )
                ):
                    found.append("%s.%s" % (name, key))
        return found


def _facts_of(space):
    facts = {}
    for key, value in space.items():
        if key in _IGNORED:
            continue
        if isinstance(value, types.FunctionType):
            facts[key] = (value, value.__code__, value.__defaults__, value.__kwdefaults__)
        else:
            facts[key] = (value, None, None, None)
    return facts


class _Canary(unittest.TestCase):
    """Fails when run, and when asked to assert what is not so: if it does not, it has been tampered with."""

    def runTest(self):
        self.assertEqual(1, 2)

    def raise_nothing(self):
        with self.assertRaises(ValueError):
            pass

    def assert_false(self):
        assert False


_FALSE_CLAIMS = (
    ("equal", lambda case: case.assertEqual(1, 2)),
    ("true", lambda case: case.assertTrue(False)),
    ("false", lambda case: case.assertFalse(True)),
    ("none", lambda case: case.assertIsNone(1)),
    ("in", lambda case: case.assertIn(1, ())),
    ("almost", lambda case: case.assertAlmostEqual(1.0, 2.0)),
    ("list", lambda case: case.assertListEqual([1], [2])),
    ("dict", lambda case: case.assertDictEqual({1: 1}, {1: 2})),
    ("raises", _Canary.raise_nothing),
    ("assert", _Canary.assert_false),
)


def silent_canaries():
    """Names of canaries that did not fail as they must."""
    silent = []
    case, result = _Canary(), unittest.TestResult()
    case.run(result)
    if len(result.failures) != 1 or result.errors or result.skipped:
        silent.append("canary.run")
    for name, claim in _FALSE_CLAIMS:
        try:
            claim(case)
            silent.append("canary." + name)
        except AssertionError:
            pass
    return silent


def foreign_methods(test_class, expected, program_file, first_test_line):
    """What decides a test and was put on the test class behind the back of the test source."""
    found = []
    for cls in test_class.__mro__:
        if cls.__module__ == test_class.__module__:
            for name in vars(cls):
                if name.startswith(_DECIDING) and name not in expected.defined and hasattr(unittest.TestCase, name):
                    found.append("%s.%s" % (cls.__name__, name))
    for name in expected.plain:
        code = getattr(getattr(test_class, name, None), "__code__", None)
        if code is not None and (code.co_filename != program_file or code.co_firstlineno < first_test_line):
            found.append("%s.%s" % (test_class.__name__, name))
    return found
