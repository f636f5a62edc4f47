"""What tests lend to the program: mocks, files, callbacks, objects of their own. What it may do with them: policy.py."""

import asyncio
import inspect
import io
import pickle
import threading
import types
import unittest.mock

from .peer import MODULE_NAME, Peer
from .policy import FUNCTIONS, Mock, check_change, check_held, check_name, check_special, check_use, is_class_of_library
from .stand_ins import is_stand_in, place_of
from .values import write_message

_LIVE = (io.IOBase, types.GeneratorType, types.CoroutineType, threading.Thread, types.MethodType, Mock)


class Lender(Peer):
    def __init__(self, fd, first_number, give_up):
        super().__init__(fd, first_number, give_up)
        self._serving = 0
        self.operations = {
            "get": self._lend_attribute,
            "set": self._take_attribute,
            "special": self._lend_special,
            "text": lambda number, kind: (str if kind == "str" else repr)(self._usable(number)),
            "names": lambda number: [name for name in dir(self._usable(number)) if not name.startswith("_")],
            "truth": lambda number: bool(self._usable(number)),
            "hash": lambda number: hash(self._usable(number)),
            "equals": lambda number, other: bool(self._usable(number) == other),
            "wait": self._lend_wait,
        }

    def _serve(self, text, data):
        self._serving += 1
        try:
            return super()._serve(text, data)
        finally:
            self._serving -= 1

    def _usable(self, number):
        value = self.find_lent(number)
        check_use(value)
        return value

    def _lend_attribute(self, number, name):
        value = self.find_lent(number)
        check_name(value, name)
        if name == "__signature__":
            return inspect.signature(value)
        held = getattr(value, name)
        check_held(value, name, held)
        return held

    def _take_attribute(self, number, name, held):
        value = self.find_lent(number)
        check_change(value, name, held, self.say)
        setattr(value, name, held)

    def _lend_special(self, number, name, args, kwargs):
        value = self.find_lent(number)
        check_special(value, name)
        if name == "__exit__" and args and args[1] is not None:
            args = type(args[1]), args[1], None
        if name == "__call__":
            if isinstance(value, Mock) and _runs_something(value):
                self.say("a mock ran a function of a library with what the program gave it")
            return value(*args, **kwargs)
        # Mocks have theirs on the instance.
        return getattr(value, name)(*args, **kwargs) if isinstance(value, Mock) else getattr(type(value), name)(value, *args, **kwargs)

    def _lend_wait(self, number):
        awaited = self._usable(number)

        async def wait():
            return await awaited

        return asyncio.new_event_loop().run_until_complete(wait())

    def refer_to_class(self, kind):
        """One of a library goes by its name: lent, it could come back where it is called."""
        return None if is_class_of_library(kind) else self.reference(kind)

    def write_other(self, value, writer):
        """Library objects go as a copy; what is live, the tests' own, or part of something lent is lent."""
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if _is_lent(value) or self._serving and not isinstance(value, FUNCTIONS):
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


def _runs_something(mock):
    """Whether calling it calls a real function, which the program could have do something in this process."""
    effect = mock.side_effect
    is_library = isinstance(effect, FUNCTIONS) and getattr(effect, "__module__", None) not in (MODULE_NAME, None)
    # Those of `mock_open` only read the text that the test gave it.
    is_of_mocks = getattr(effect, "__globals__", None) is vars(unittest.mock)
    return mock._mock_wraps is not None or (is_library and not is_of_mocks)


def _is_lent(value):
    if isinstance(value, _LIVE) or not isinstance(getattr(value, "__self__", None), (type(None), types.ModuleType, type)):
        return True
    own = value if isinstance(value, (type, *FUNCTIONS)) else type(value)
    home = str(getattr(own, "__module__", None) or "")
    return home in (MODULE_NAME, "__main__") or home.partition(".")[0] in ("unittest", "_thread", "tempfile", "mock")
