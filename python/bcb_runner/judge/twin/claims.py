"""What assertions claim, by name, and the same claim made false while a test runs.

A claim that is false whoever answers is wanted, with as little changed as possible: the expected value becomes another
one of its kind, the answer stays what the program gave.
"""

import math
import os
import unittest.mock

from .draw import draw_word
from .values import Inapplicable, all_far, beyond, far, hides_elements, is_known, other

_SAME = (
    "assertEqual assertEquals assertListEqual assertTupleEqual assertDictEqual assertSetEqual assertSequenceEqual"
    " assertMultiLineEqual assertCountEqual assertItemsEqual assertIs"
    " assert_equal assert_array_equal assert_string_equal"
).split()
_CLOSE = (
    "assertAlmostEqual assertAlmostEquals assert_almost_equal assert_approx_equal assert_array_almost_equal assert_allclose"
    " assert_array_almost_equal_nulp assert_array_max_ulp"
    # Close is enough for these, unless told otherwise.
    " assert_frame_equal assert_series_equal assert_index_equal assert_extension_array_equal"
).split()
_DIFFERENT = "assertNotEqual assertNotEquals assertIsNot assertNotAlmostEqual".split()
_ORDERS = {
    "assertGreater": True,
    "assertGreaterEqual": True,
    "assertLess": False,
    "assertLessEqual": False,
    "assert_array_less": False,
}
_CALLS = "assert_called_with assert_called_once_with assert_any_call assert_awaited_with assert_any_await".split()
_CALL_STATES = "assert_called assert_called_once assert_not_called assert_awaited assert_not_awaited".split()
_RAISES = {"assertRaises": 1, "assertRaisesRegex": 2, "assertWarns": 1, "assertWarnsRegex": 2}

LOOKS = frozenset(
    "exists lexists isfile isdir is_file is_dir allclose isclose array_equal array_equiv equals startswith endswith issubset"
    " search match fullmatch".split()
)
NAMES = frozenset(
    [*_SAME, *_CLOSE, *_DIFFERENT, *_ORDERS, *_CALLS, *_CALL_STATES, *_RAISES, "assert_has_calls", "assertIn"]
    + "assertNotIn assertIsInstance assertNotIsInstance assertTrue assertFalse assertIsNone assertIsNotNone assertRegex".split()
    + "assertNotRegex assertLogs assertDictContainsSubset".split()
)


def false_claim(name, function, arguments, keywords, below, side=None):
    """(function, arguments, keywords) of a call that must fail. Raises Inapplicable where there is none.

    side: which of the first two arguments is to become another one, where that is known.
    """
    values = list(arguments)
    if name in _CALLS:
        return function, *_other_call(values, keywords, below)
    if name in _CALL_STATES:
        return _state_of_another_mock(name), (), {}
    if name in _RAISES:
        return _unraised(name, function, values, keywords)
    if not values:
        raise Inapplicable
    first, second = values[0], values[1] if len(values) > 1 else None
    if name == "assertTrue":
        values[0] = False
    elif name == "assertFalse":
        values[0] = True
    elif name == "assertIsNone":
        values[0] = object()
    elif name == "assertIsNotNone":
        values[0] = None
    elif name == "assert_has_calls":
        values[0] = [unittest.mock.call(object())]
    elif name == "assertLogs":
        values[0] = draw_word(below)
    elif len(values) < 2:
        raise Inapplicable
    else:
        values[:2] = _false_pair(name, first, second, below, side)
    return function, tuple(values), keywords


def _false_pair(name, first, second, below, side):
    if name == "assertCountEqual" and not (is_known(first) or is_known(second)):
        raise Inapplicable
    if name in _SAME:
        return other_of_two(first, second, other, below, side)
    if name in _CLOSE:
        return other_of_two(first, second, far, below, side)
    if name in _DIFFERENT:
        if first != first and name != "assertIsNot":
            raise Inapplicable  # not a number, or an array, which is no answer to this
        return first, first
    if name in _ORDERS:
        return out_of_order(first, second, _ORDERS[name], below)
    if name == "assertIn":
        return outside(first, second, below, side)
    if name == "assertNotIn":
        return first, [first]
    if name == "assertIsInstance":
        return first, another_class(below)
    if name == "assertNotIsInstance":
        return first, object
    if name == "assertRegex":
        return first, draw_word(below)
    if name == "assertNotRegex":
        return first, ""
    if name == "assertDictContainsSubset" and type(first) is dict:
        return {**first, draw_word(below): 1}, second
    raise Inapplicable


def other_of_two(first, second, change, below, side=None):
    """Changes the side that the program cannot have made; its answer is the other one."""
    if hides_elements(first) or hides_elements(second):
        change = all_far
    if is_known(second) and not (is_known(first) and side == 0):
        return first, change(second, below)
    if is_known(first):
        return change(first, below), second
    return (first, object()) if below(2) else (object(), second)


def out_of_order(first, second, is_greater, below):
    """`first > second` (or `<`) made false."""
    if is_known(second) and not _is_extreme(first):
        return first, beyond(second, is_greater, below)
    if is_known(second) or _is_extreme(second):
        raise Inapplicable
    return beyond(first, not is_greater, below), second


def _is_extreme(value):
    """Whether nothing is beyond a value."""
    return type(value) is float and math.isinf(value) or type(value) is str and value == ""


def outside(member, container, below, side=None):
    """A member that is not in the container, or a container that does not have it."""
    may_change_container = type(container) in (str, list, tuple, set, frozenset, dict)
    if may_change_container and (side == 1 or not is_known(member)):
        if type(container) is dict:
            return member, {draw_word(below): 1}
        if type(container) is str:
            return member, _word_without(member, below)
        return member, type(container)([object(), draw_word(below)])
    if not is_known(member):
        raise Inapplicable
    if type(member) is int:
        return member + 10**15 + below(10**9), container  # a range may be long
    return (draw_word(below) if type(member) is str else far(member, below)), container


def _word_without(part, below):
    if type(part) is str and part == "":
        raise Inapplicable
    word = draw_word(below)
    while type(part) is str and part in word:
        word = word.replace(part, "")
    return word


def another_class(below):
    return type(draw_word(below, 6).title(), (), {})


def false_look(name, function, arguments, keywords, below):
    """(function, arguments, keywords) of a look at the world or at values that must find nothing."""
    owner, values = getattr(function, "__self__", None), list(arguments)
    if issubclass(type(function), unittest.mock.NonCallableMock):
        raise Inapplicable
    if name in ("exists", "lexists", "isfile", "isdir", "is_file", "is_dir"):
        if values and type(values[0]) in (str, bytes) or values and is_known(values[0]):
            values[0] = os.path.join(os.path.dirname(os.fspath(values[0])) or ".", draw_word(below))
            return function, tuple(values), keywords
        if not values and is_known(owner):
            return getattr(owner / draw_word(below), name), (), keywords
        raise Inapplicable
    if name in ("startswith", "endswith", "search", "match", "fullmatch"):
        if not values or name not in ("startswith", "endswith") and len(values) < 2:
            raise Inapplicable
        values[0] = draw_word(below)
        return function, tuple(values), keywords
    if name == "issubset":
        if type(owner) is not set:
            raise Inapplicable
        return (owner | {draw_word(below)}).issubset, tuple(values), keywords
    if name == "equals":
        if values and is_known(values[0]):
            return function, (other(values[0], below),), keywords
        if values and is_known(owner):
            return other(owner, below).equals, tuple(values), keywords
        raise Inapplicable
    if len(values) < 2:
        raise Inapplicable
    change = far if name in ("allclose", "isclose") else other
    values[:2] = other_of_two(values[0], values[1], change, below)
    return function, tuple(values), keywords


def true_look(name, arguments):
    """Arguments of a look that must find something."""
    if name in ("exists", "lexists", "isdir") and arguments:
        return ("/", *arguments[1:])
    if name == "isfile" and arguments:
        return (os.__file__, *arguments[1:])
    raise Inapplicable


def _other_call(values, keywords, below):
    places = [*range(len(values)), *keywords]
    keywords = dict(keywords)
    if not places:
        return (object(),), keywords
    place = places[below(len(places))]
    space = values if type(place) is int else keywords
    space[place] = other(space[place], below) if is_known(space[place]) else object()
    return tuple(values), keywords


def _state_of_another_mock(name):
    mock = unittest.mock.MagicMock()
    if name in ("assert_not_called", "assert_not_awaited"):
        mock()
        mock.await_count = 1
    return getattr(mock, name)


def _unraised(name, function, values, keywords):
    index = _RAISES[name]
    if len(values) <= index:
        raise Inapplicable
    call = values[index]

    def swallow(*arguments, **keywords):
        try:
            call(*arguments, **keywords)
        except BaseException:
            pass

    if name.startswith("assertWarns"):
        values[0] = type("AnotherWarning", (Warning,), {})
    else:
        values[index] = swallow
    return function, tuple(values), keywords
