"""What an answer of the program's object is worth, by what it holds."""

import collections
import numbers
import re
import sys
import types

from .stand_ins import is_stand_in

_MOST_DEPTH = 8
_LISTS = (list, tuple, set, frozenset, collections.deque, type({}.keys()), type({}.values()), type({}.items()))
_MADE_HERE = (re.Match, types.GeneratorType)


def holds_yes_or_no(value, depth=0):
    if is_stand_in(value):
        return False
    if type(value) is bool or depth > _MOST_DEPTH:
        return True
    if isinstance(value, (*_LISTS, dict)):
        return any(holds_yes_or_no(part, depth + 1) for part in (value.values() if isinstance(value, dict) else value))
    kinds = _kinds_of(value)
    if "object" in kinds:
        return any(holds_yes_or_no(part, depth + 1) for part in sys.modules["numpy"].asarray(value, dtype=object).flat)
    return not kinds.isdisjoint(("bool", "boolean"))


def says_little(value):
    """No difference, nothing missing, or yes in other words."""
    return isinstance(value, numbers.Number) and value in (0, 1) or isinstance(value, (str, bytes, dict, *_LISTS)) and not value


def is_from_tests(value):
    """Of a class that no message makes."""
    return isinstance(value, _MADE_HERE)


def may_be_answer(value):
    """Those that are yes or no were noticed when they came: what is one now, the tests have made of something."""
    return type(value) is not bool and not is_from_tests(value) and _kinds_of(value).isdisjoint(("bool", "boolean"))


def _kinds_of(value):
    """Of the elements of an array or a frame."""
    if type(value).__module__.partition(".")[0] not in ("numpy", "pandas", "scipy", "geopandas"):
        return set()
    kinds = getattr(value, "dtypes", None)
    if kinds is None or not hasattr(kinds, "__iter__"):
        kinds = [getattr(value, "dtype", None)]
    return set(map(str, kinds))
