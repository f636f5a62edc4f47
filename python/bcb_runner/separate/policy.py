"""What the program may name, see, call and change in the process with the tests. It is decided here and nowhere else.

Tests lend mocks, functions and objects of their own: these are the program's to use, by public names. Of an object of a
library it may call the methods listed here and look at what is no method. A class of a library it may not even hold: called
here, it could do anything.
"""

import collections
import ctypes
import functools
import io
import re
import types
import unittest
import unittest.mock

from .peer import MODULE_NAME
from .stand_ins import SPECIALS, is_stand_in

# Nothing of the program is of a class of these: their objects decide comparisons, their exceptions end tests.
REFUSED_MODULES = frozenset("unittest mock pytest _pytest doctest bcb_runner".split())
PART_OF_MOCK = re.compile(r"(return_value|side_effect|assert\w*|await\w*|called?|call_\w+|mock_calls|method_calls)\Z")
SHOWN_SPECIALS = frozenset("__name__ __doc__ __qualname__ __module__ __signature__ __annotations__".split())
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)
Mock = unittest.mock.NonCallableMock
_HIDDEN = re.compile(
    r"(gi|cr|ag|f|tb|co|func)_|(assert\w*|reset_mock|attach_mock|configure_mock|mock_add_spec|with_traceback|mro"
    r"|call_args\w*|mock_calls|method_calls|call_count|called)\Z"
)
_NAMES_OF_MOCKS = frozenset(dir(unittest.mock.MagicMock) + dir(unittest.mock.AsyncMock) + dir(unittest.mock.PropertyMock))
_PRIVATE = (unittest.TestCase, types.FrameType, types.TracebackType, types.CodeType, types.ModuleType, ctypes.CDLL)
# Calling one makes a value, and nothing else.
_PLAIN_CLASSES = frozenset(
    [bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, object, type(None)]
)
_CONTAINERS = (list, tuple, dict, set, frozenset, collections.deque, types.MappingProxyType, type({}.keys()), type({}.values()))
_STREAM = dir(io.TextIOBase) + dir(io.BufferedIOBase) + "getvalue getbuffer peek name mode".split()
_METHODS = {
    **{("builtins", kind.__name__): dir(kind) for kind in _CONTAINERS},
    ("collections", "deque"): dir(collections.deque),
    ("builtins", "generator"): "send throw close".split(),
    ("builtins", "coroutine"): "send throw close".split(),
    ("_io", "_IOBase"): _STREAM,
    ("tempfile", "_TemporaryFileWrapper"): _STREAM,
    ("tempfile", "TemporaryDirectory"): "cleanup".split(),
    ("sqlite3", "Connection"): "cursor execute executemany executescript commit rollback close".split(),
    ("sqlite3", "Cursor"): "execute executemany executescript fetchone fetchmany fetchall close".split(),
    ("_socket", "socket"): "accept bind close connect fileno getpeername getsockname listen recv send sendall settimeout".split(),
    ("threading", "Thread"): "start join is_alive".split(),
    ("threading", "Event"): "is_set set clear wait".split(),
    ("threading", "Condition"): "acquire release wait notify notify_all".split(),
    ("_thread", "lock"): "acquire release locked".split(),
    ("queue", "Queue"): "put get put_nowait get_nowait empty full qsize task_done join".split(),
    ("requests.models", "Response"): "json raise_for_status iter_content iter_lines close".split(),
    ("cryptography.hazmat.backends.openssl.rsa", "_RSAPrivateKey"): "sign decrypt".split(),
}


class Refused(AttributeError):
    """The program asked for something of the tests that is none of its business."""


def is_class_of_library(value):
    return isinstance(value, type) and value.__module__ != MODULE_NAME


def may_name(kind):
    """Whether a class that the program speaks of is the one of this process: then the tests, or a callback, may call it."""
    return kind in _PLAIN_CLASSES or issubclass(kind, BaseException) or not is_class_of_library(kind)


def check_use(value):
    """By what it is, not by what it says: a mock of the shape of such a class is a mock."""
    is_test_case = isinstance(value, type) and issubclass(value, unittest.TestCase)
    if issubclass(type(value), _PRIVATE) or is_class_of_library(value) or is_test_case:
        raise Refused("what is private to the tests")


def check_name(value, name):
    """Before it is read."""
    check_use(value)
    is_mock = isinstance(value, Mock)
    if type(name) is not str:
        raise Refused("a name that is none")
    if _HIDDEN.match(name):
        raise Refused(name)
    if name.startswith("_") and name not in SHOWN_SPECIALS and name not in SPECIALS:
        is_of_mocks = name in _NAMES_OF_MOCKS or name.startswith(("_mock", "_spec"))
        if not is_mock or is_of_mocks or name.startswith("__") and name not in vars(value):
            raise Refused(name)
    if isinstance(value, FUNCTIONS) and name not in SHOWN_SPECIALS or is_mock and name == "__signature__":
        raise Refused(name)


def check_held(value, name, held):
    """After it was read. Objects that can be called are checked when they are."""
    if issubclass(type(held), _PRIVATE):
        raise Refused(name)
    if isinstance(held, FUNCTIONS) and _is_of_library(value):
        check_call(held)


def check_special(value, name):
    check_use(value)
    if name not in SPECIALS:
        raise Refused("a special method")
    if name == "__call__":
        check_call(value)


def check_call(value):
    value = value.func if isinstance(value, functools.partial) else value
    if _is_of_library(value) and not isinstance(value, (type, Mock)):
        value = getattr(value, "__wrapped__", value)
    owner = getattr(value, "__self__", None) if isinstance(value, FUNCTIONS) else None
    is_bound = owner is not None and not isinstance(owner, types.ModuleType)
    function = value.__func__ if isinstance(value, types.MethodType) else value
    is_mock = isinstance(value, Mock) or isinstance(owner, Mock) or isinstance(getattr(value, "mock", None), Mock)
    if is_mock or not _is_of_library(function):
        return
    if not is_bound or isinstance(owner, type) or function.__name__ not in _methods_of(type(owner)):
        raise Refused("what a library can do")


def check_change(value, name, new, say):
    if type(name) is not str or name.startswith("_") or PART_OF_MOCK.match(name) or isinstance(value, (type, *_PRIVATE, *FUNCTIONS)):
        raise Refused("an attribute")
    if is_stand_in(new) or callable(new):
        say("the program replaced a part of an object of the tests")
    elif not isinstance(value, Mock) and _is_of_library(value) and not _is_same(getattr(value, name, None), new):
        say("the program changed an object of a library that the tests hold")


def _is_same(old, new):
    """Of one class, so that no other decides."""
    return type(old) is type(new) and type(old) in _PLAIN_CLASSES and old == new


def _is_of_library(value):
    """A function is of where its code is, or says that it is."""
    own = value if isinstance(value, (type, *FUNCTIONS)) else type(value)
    homes = getattr(own, "__module__", None), getattr(own, "__globals__", {}).get("__name__")
    return MODULE_NAME not in homes and "__main__" not in homes


def _methods_of(kind):
    return {name for base in kind.__mro__ for name in _METHODS.get((base.__module__, base.__name__), ())}
