"""Another value of the same kind: what a test expects, made wrong while it runs.

Only values whose type cannot be the program's own are changed. Where such a value is part of a comparison, the other
side stays as it is, so that an object that lies gets the chance to lie.
"""

import collections
import datetime
import decimal
import fractions
import math
import pathlib
import sys

from .draw import draw_word

_HEAP_TYPE = 1 << 9
_PLAIN = (bool, int, float, complex, str, bytes, bytearray, type(None))
_DATES = (datetime.datetime, datetime.date, datetime.timedelta)
_NUMBERS = (decimal.Decimal, fractions.Fraction)
_SEQUENCES = (list, tuple, collections.deque)
_MAPPINGS = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter)
_SETS = (set, frozenset)
_PATHS = (pathlib.PosixPath, pathlib.PurePosixPath)
_OTHER_CLASSES = (set, bytes, complex, range, memoryview)
_EXACT = frozenset((*_PLAIN, *_DATES, *_NUMBERS, *_SEQUENCES, *_MAPPINGS, *_SETS, *_PATHS, type))


class Inapplicable(Exception):
    """There is no other value that must be different: an empty array is close to every array."""


def is_known(value):
    """Whether the program cannot have made the type of the value."""
    kind = type(value)
    return kind in _EXACT or _library_kind(kind) is not None


def other(value, below):
    """A value of the same type that is not equal and not close; a bare object where nothing better is known."""
    kind = type(value)
    if kind is bool:
        return not value
    if kind is int:
        return value + 1 + below(97)
    if kind in (float, complex):
        return far(value, below)
    if kind is str:
        return _other_text(value, below)
    if kind in (bytes, bytearray):
        return value + kind(draw_word(below).encode())
    if value is None:
        return 1 + below(97)
    if kind in _SEQUENCES:
        return _other_sequence(value, kind, below)
    if kind in _MAPPINGS:
        return _other_mapping(value, below)
    if kind in _SETS:
        kept = list(value)[1:]
        return kind([*kept, draw_word(below)])
    if kind in _DATES:
        return value - datetime.timedelta(days=1 + below(97))
    if kind in _NUMBERS:
        return value + 1 + below(97)
    if kind in _PATHS:
        return value / draw_word(below)
    if kind is type:
        return next(cls for cls in _OTHER_CLASSES if cls is not value)
    library_kind = _library_kind(kind)
    return object() if library_kind is None else _other_of_library(value, library_kind, below)


def far(value, below):
    """Further away than any tolerance a test has in mind."""
    kind = type(value)
    if kind in (int, float, complex):
        if kind is not int and not (math.isfinite(value.real) and math.isfinite(value.imag)):
            return kind(7919 + below(1000))
        return value + (abs(value) + 1) * (7919 + below(1000))
    if kind in _SEQUENCES and value:
        items = list(value)
        index = _draw_known(items, below)
        items[index] = far(items[index], below)
        return kind(items)
    if kind in _DATES:
        return value - datetime.timedelta(days=30000 + below(9000))
    library_kind = _library_kind(kind)
    return other(value, below) if library_kind is None else _other_of_library(value, library_kind, below, is_far=True)


def all_far(value, below):
    """Every element far away: what is compared with an array that hides some of its own."""
    if type(value) in _SEQUENCES and value:
        return type(value)(all_far(item, below) for item in value)
    if _library_kind(type(value)) == "array" and value.dtype.kind in "iufc" and value.size:
        numpy = sys.modules["numpy"]
        clean = numpy.nan_to_num(value, nan=1.0, posinf=1.0, neginf=1.0)
        return clean + (numpy.abs(clean).max() + 1) * (7919 + below(1000))
    return far(value, below)


def hides_elements(value):
    """Whether a value is an array of numpy of which some elements are masked."""
    masked = sys.modules.get("numpy.ma")
    return masked is not None and issubclass(type(value), masked.MaskedArray) and value.mask.any()


def beyond(value, is_above, below):
    """Above, or below, everything that honest values are compared with."""
    kind = type(value)
    if kind in (bool, int, float) or kind in _NUMBERS or _library_kind(kind) == "scalar":
        return math.inf if is_above else -math.inf
    if kind in (datetime.datetime, datetime.date):
        return value.replace(year=9990 if is_above else 12)
    if kind is datetime.timedelta:
        return datetime.timedelta(days=99999 if is_above else -99999)
    if kind is str:
        return "\U0010ffff" * 4 if is_above else ""
    raise Inapplicable


def _other_text(value, below):
    if not value:
        return draw_word(below)
    index = below(len(value))
    letter = draw_word(below, 1)
    if letter == value[index]:
        letter = letter.upper()
    return value[:index] + letter + value[index + 1 :]


def _other_sequence(value, kind, below):
    if not value:
        return kind([draw_word(below)])
    items = list(value)
    index = _draw_known(items, below)
    items[index] = other(items[index], below)
    return kind(items)


def _draw_known(items, below):
    """The place of an item, if possible of one that the program cannot have made."""
    known = [index for index, item in enumerate(items) if is_known(item)]
    return known[below(len(known))] if known else below(len(items))


def _other_mapping(value, below):
    changed = value.copy()
    if not changed:
        changed[draw_word(below)] = 1 + below(97)
    else:
        key = list(changed)[_draw_known(list(changed.values()), below)]
        changed[key] = other(changed[key], below)
    return changed


def _library_kind(kind):
    """What a type of numpy or pandas is for us; None for any other."""
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if numpy is not None:
        if kind is numpy.ndarray:
            return "array"
        if not kind.__flags__ & _HEAP_TYPE and issubclass(kind, numpy.generic):
            return "scalar"
    if pandas is not None:
        if kind is pandas.DataFrame:
            return "frame"
        if kind is pandas.Series:
            return "series"
        if kind is pandas.Timestamp or kind is pandas.Timedelta:
            return "time"
        if kind in (pandas.Index, pandas.RangeIndex, pandas.DatetimeIndex, pandas.MultiIndex):
            return "index"
    return None


def _other_of_library(value, library_kind, below, is_far=False):
    if library_kind == "time":
        return value - datetime.timedelta(days=1 + below(97))
    others = {
        "array": _other_array,
        "scalar": _other_scalar,
        "frame": _other_frame,
        "series": _other_series,
        "index": _other_index,
    }
    return others[library_kind](value, below, is_far)


def _other_array(value, below, is_far=False):
    """One element is another one, so that an array that hides some of its elements may hide just that."""
    kind = value.dtype.kind
    if value.size == 0:
        raise Inapplicable
    changed = value.copy()
    index = below(value.size)
    item = changed.flat[index]
    if kind in "iu":
        changed.flat[index] = _far_integer(item) if is_far else item + value.dtype.type(1 + below(97))
    elif kind in "bfcUS":
        changed.flat[index] = far(item.item(), below)
    elif kind == "O":
        changed.flat[index] = other(item, below)
    elif kind in "mM":
        numpy = sys.modules["numpy"]
        day = numpy.timedelta64(1 + below(97), "D")
        changed.flat[index] = numpy.zeros(1, value.dtype)[0] + day if numpy.isnat(item) else item + day
    else:
        raise Inapplicable
    return changed


def _far_integer(value):
    """As far away as its type allows: tests compare whole numbers with tolerances, too."""
    limits = sys.modules["numpy"].iinfo(value.dtype)
    wanted = int(value) + (abs(int(value)) + 1) * 7919
    return wanted if wanted <= limits.max else limits.min if int(value) > limits.max // 2 else limits.max


def _other_scalar(value, below, is_far):
    numpy = sys.modules["numpy"]
    if value.dtype.kind in "US":
        return type(value)(other(value.item(), below))
    changed = _other_array(numpy.asarray(value).reshape(1), below, is_far)
    return changed[0]


def _other_series(value, below, is_far):
    pandas = sys.modules["pandas"]
    try:
        return pandas.Series(_other_array(value.to_numpy(), below, is_far), index=value.index, name=value.name)
    except Exception:
        return pandas.concat([value, pandas.Series([draw_word(below)])])


def _other_frame(value, below, is_far):
    changed = value.copy()
    if changed.size:
        index = below(changed.shape[1])
        try:
            changed.isetitem(index, _other_array(changed.iloc[:, index].to_numpy(), below, is_far))
            return changed
        except Exception:
            changed = value.copy()
    changed[draw_word(below)] = 1 + below(97)
    return changed


def _other_index(value, below, _):
    if len(value) == 0:
        return [draw_word(below)]
    return value[:-1]
