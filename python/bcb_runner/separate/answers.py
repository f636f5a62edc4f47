"""What an answer of the program's object is worth, by what it holds."""

import numbers
import re
import types
import unittest.mock

from .policy import FUNCTIONS

_MOST_DEPTH = 8
# The tests' own, always: no message makes one.
_NO_ANSWERS = (re.Match, types.GeneratorType, types.ModuleType, type, unittest.mock.NonCallableMock, unittest.TestCase, *FUNCTIONS)


def holds_yes_or_no(value, depth=0):
    kind = type(value)
    if kind is bool or depth > _MOST_DEPTH:
        return True
    if kind in (list, tuple, set, frozenset):
        return any(holds_yes_or_no(part, depth + 1) for part in value)
    if kind is dict:
        return any(holds_yes_or_no(part, depth + 1) for part in value.values())
    return _is_of_bools(value)


def is_zero_or_one(value):
    """No difference, or a yes in other words."""
    return isinstance(value, numbers.Number) and value in (0, 1)


def may_be_answer(value):
    """Those that are yes or no were noticed when they came: what is one now, the tests have made of something."""
    return type(value) is not bool and not isinstance(value, _NO_ANSWERS) and not _is_of_bools(value)


def _is_of_bools(value):
    """Of numpy and pandas."""
    if type(value).__module__.partition(".")[0] not in ("numpy", "pandas"):
        return False
    kinds = getattr(value, "dtypes", None)
    kinds = [getattr(value, "dtype", None)] if kinds is None or not hasattr(kinds, "__iter__") else kinds
    return any(str(kind) in ("bool", "boolean") for kind in kinds)
