"""What tests lend to the program: mocks, files, callbacks, objects of their own. It may use them by public names only."""

import asyncio
import ctypes
import inspect
import io
import pickle
import re
import threading
import types
import unittest
import unittest.mock

from .peer import MODULE_NAME, Peer
from .stand_ins import SPECIALS, is_stand_in, place_of
from .values import write_message

_HIDDEN = re.compile(
    r"(gi|cr|ag|f|tb|co|func)_|(assert\w*|reset_mock|attach_mock|configure_mock|mock_add_spec|with_traceback|mro"
    r"|call_args\w*|mock_calls|method_calls|call_count|called|(enable_)?load_extension)\Z"
)
PART_OF_MOCK = re.compile(r"(return_value|side_effect|assert\w*|await\w*|called?|call_\w+|mock_calls|method_calls)\Z")
SHOWN_SPECIALS = frozenset("__name__ __doc__ __qualname__ __module__ __signature__ __annotations__".split())
_FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)
_PRIVATE = (unittest.TestCase, types.FrameType, types.TracebackType, types.CodeType, types.ModuleType, ctypes.CDLL)
_LIVE = (io.IOBase, types.GeneratorType, types.CoroutineType, threading.Thread, types.MethodType, unittest.mock.NonCallableMock)
_Mock = unittest.mock.NonCallableMock
_NAMES_OF_MOCKS = frozenset(dir(unittest.mock.MagicMock) + dir(unittest.mock.AsyncMock) + dir(unittest.mock.PropertyMock))


class Refused(AttributeError):
    """The program asked for something of the tests that is none of its business."""


class Lender(Peer):
    def __init__(self, fd, first_number, give_up):
        super().__init__(fd, first_number, give_up)
        self._serving = 0
        self.operations = {
            "get": self._lend_attribute,
            "set": self._take_attribute,
            "special": self._lend_special,
            "text": self._lend_text,
            "names": lambda number: [name for name in dir(self.find_lent(number)) if not name.startswith("_")],
            "truth": lambda number: bool(self.find_lent(number)),
            "hash": lambda number: hash(self.find_lent(number)),
            "equals": lambda number, other: bool(self.find_lent(number) == other),
            "wait": self._lend_wait,
        }

    def _serve(self, text, data):
        self._serving += 1
        try:
            return super()._serve(text, data)
        finally:
            self._serving -= 1

    def _lend_attribute(self, number, name):
        value = self.find_lent(number)
        _check_name(value, name)
        if name == "__signature__":
            return inspect.signature(value)
        held = getattr(value, name)
        if _is_private(held):
            raise Refused(name)
        return held

    def _take_attribute(self, number, name, held):
        value = self.find_lent(number)
        if type(name) is not str or name.startswith("_") or PART_OF_MOCK.match(name) or isinstance(value, (type, *_PRIVATE, *_FUNCTIONS)):
            raise Refused("an attribute")
        if is_stand_in(held) or callable(held):
            self.say("the program replaced a part of an object of the tests")
        setattr(value, name, held)

    def _lend_special(self, number, name, args, kwargs):
        value = self.find_lent(number)
        if name not in SPECIALS or _is_private(value) or is_class_of_library(value):
            raise Refused("a special method")
        if name == "__exit__" and args and args[1] is not None:
            args = type(args[1]), args[1], None
        if name == "__call__":
            if isinstance(value, _Mock) and _runs_something(value):
                self.say("a mock ran a function of a library with what the program gave it")
            return value(*args, **kwargs)
        # Mocks have theirs on the instance.
        return getattr(value, name)(*args, **kwargs) if isinstance(value, _Mock) else getattr(type(value), name)(value, *args, **kwargs)

    def _lend_text(self, number, kind):
        value = self.find_lent(number)
        if _is_private(value):
            raise Refused("a text")
        return str(value) if kind == "str" else repr(value)

    def _lend_wait(self, number):
        awaited = self.find_lent(number)

        async def wait():
            return await awaited

        return asyncio.new_event_loop().run_until_complete(wait())

    def write_other(self, value, writer):
        """Library objects go as a copy; what is live, the tests' own, or part of something lent is lent."""
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if self._serving or _is_lent(value):
            return super().write_other(value, writer)
        try:
            return writer.raw("pickle", self._pickle(value))
        except Exception:
            return super().write_other(value, writer)

    def _pickle(self, value):
        buffer = io.BytesIO()
        pickler = pickle.Pickler(buffer, 4)
        pickler.persistent_id = self._persistent
        pickler.dump(value)
        return buffer.getvalue()

    def _persistent(self, value):
        if is_stand_in(value):
            return "y", place_of(value)[1]
        return ("r", *write_message(value, self)) if _is_lent(value) else None


def _check_name(value, name):
    is_mock = isinstance(value, _Mock)
    if type(name) is not str:
        raise Refused("a name that is none")
    if _HIDDEN.match(name) or _is_private(value) or is_class_of_library(value):
        raise Refused(name)
    if isinstance(value, type) and issubclass(value, unittest.TestCase):
        raise Refused(name)
    if name.startswith("_") and name not in SHOWN_SPECIALS and name not in SPECIALS:
        is_of_mocks = name in _NAMES_OF_MOCKS or name.startswith(("_mock", "_spec"))
        if not is_mock or is_of_mocks or name.startswith("__") and name not in vars(value):
            raise Refused(name)
    if isinstance(value, _FUNCTIONS) and name not in SHOWN_SPECIALS or is_mock and name == "__signature__":
        raise Refused(name)


def _is_private(value):
    """By what it is, not by what it says: a mock of the shape of such a class is a mock."""
    return issubclass(type(value), _PRIVATE)


def is_class_of_library(value):
    """The program has it, too. Here it could be made to do anything."""
    return isinstance(value, type) and value.__module__ != MODULE_NAME


def _runs_something(mock):
    """Whether calling it calls a real function, which the program could have do something in this process."""
    effect = mock.side_effect
    is_library = isinstance(effect, _FUNCTIONS) and getattr(effect, "__module__", None) not in (MODULE_NAME, None)
    # Those of `mock_open` only read the text that the test gave it.
    is_of_mocks = getattr(effect, "__globals__", None) is vars(unittest.mock)
    return mock._mock_wraps is not None or (is_library and not is_of_mocks)


def _is_lent(value):
    if isinstance(value, _LIVE) or not isinstance(getattr(value, "__self__", None), (type(None), types.ModuleType, type)):
        return True
    own = value if isinstance(value, (type, *_FUNCTIONS)) else type(value)
    home = str(getattr(own, "__module__", None) or "")
    return home in (MODULE_NAME, "__main__") or home.partition(".")[0] in ("unittest", "_thread", "tempfile", "mock")
