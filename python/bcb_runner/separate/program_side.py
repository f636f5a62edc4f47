"""The end of the link in the process with the program. It knows no tests; whatever it says is the program's word."""

import asyncio
import collections.abc
import importlib
import io
import linecache
import os
import pickle
import sys
import traceback
import types

from .link import LinkLost, Malformed
from .mirror import ProgramMirror
from .peer import MODULE_NAME, Argument, Peer
from .stand_ins import is_stand_in, place_of
from .values import read_message, write_message
from .write_back import is_mutable

_FILE = MODULE_NAME + ".py"
_BASES = (dict, list, tuple, set, frozenset, str, bytes)


class ProgramSide(Peer):
    def __init__(self, fd):
        super().__init__(fd, 1, lambda error: os._exit(0))
        self._owner = os.getpid()
        self.mirror = ProgramMirror(self._owner)
        self._module = types.ModuleType(MODULE_NAME)
        self._patched = {}
        self.operations = {
            "load": self._load,
            "import": self._import,
            "has": lambda name: hasattr(self._module, name),
            "name": lambda name: getattr(self._module, name),
            "module": lambda module, name: getattr(importlib.import_module(module), name),
            "call": self._call,
            "get": lambda number, name: getattr(self.find_lent(number), name),
            "set": lambda number, name, value: setattr(self.find_lent(number), name, value),
            "delete": lambda number, name: delattr(self.find_lent(number), name),
            "text": lambda number, kind: (str if kind == "str" else repr)(self.find_lent(number)),
            "names": lambda number: dir(self.find_lent(number)),
            "truth": lambda number: bool(self.find_lent(number)),
            "equals": lambda number, other: bool(self.find_lent(number) == other),
            "plain": lambda number: _plain(self.find_lent(number)),
            "patch": self._patch,
            "unpatch": self._unpatch,
            "update": self._update,
        }

    def ask(self, operation, *fields, **options):
        if self.mirror.events and operation != "events":
            events, self.mirror.events = self.mirror.events, []
            super().ask("events", events)
        return super().ask(operation, *fields, **options)

    # What the tests' side asks for

    def _load(self, code, state):
        """None, or what went wrong: (class, line, reason, traceback)."""
        self.mirror.take(state)
        space = self._module.__dict__
        space.update(__file__=_FILE, __package__=None, __doc__=None, sys=sys, os=os, environ=os.environ)
        linecache.cache[_FILE] = (len(code), None, code.splitlines(True), _FILE)
        try:
            exec(compile(code, _FILE, "exec", dont_inherit=True), space)
        except BaseException as error:
            return [type(error).__name__, *_describe(error)]
        sys.modules[MODULE_NAME] = self._module
        return self.mirror.give()

    def _import(self, lines):
        """What the tests import at the top of their module is the program's too where both are one."""
        for line in lines:
            try:
                exec(line, self._module.__dict__)
            except Exception:
                pass

    def _call(self, target, args, kwargs, state):
        self.mirror.take(state)
        kind, *rest = target
        if kind == "name":
            function = getattr(self._module, rest[0])
        elif kind == "module":
            function = getattr(importlib.import_module(rest[0]), rest[1])
        elif kind == "settings":
            function = importlib.import_module("django.conf").settings.configure
        elif kind == "wait":
            function = lambda: _wait(self.find_lent(rest[0]))
        else:
            function = _special(self.find_lent(rest[0]), rest[1])
        return self._perform(function, args, kwargs)

    def _perform(self, function, args, kwargs):
        arguments = [*args, *kwargs.values()]
        places = [place for place, value in enumerate(arguments) if is_mutable(value)]
        before = {place: write_message(arguments[place], self) for place in places}
        try:
            kind, value = "value", function(*args, **kwargs)
        except BaseException as error:
            if isinstance(error, (LinkLost, Malformed)):
                raise
            kind, value = "raised", error
        if type(value) is types.CoroutineType:
            kind, value = "coroutine", _Held(value)
        changes = [[place, arguments[place]] for place in places if write_message(arguments[place], self) != before[place]]
        return [kind, _name_arguments(value, {id(arguments[place]): place for place in places}), changes, self.mirror.give()]

    def _patch(self, key, module, path, name, value):
        owner = self._module if module in (MODULE_NAME, "__main__") else importlib.import_module(module)
        for part in path.split(".") if path else ():
            owner = getattr(owner, part)
        held = vars(owner).get(name, _ABSENT)
        self._patched[key] = owner, name, held
        if isinstance(owner, type) and is_stand_in(value) and type(value).__name__ == "function":
            value = _as_function(value)  # binds like the one that it stands for
        setattr(owner, name, value)

    def _unpatch(self, key):
        owner, name, held = self._patched.pop(key)
        if held is _ABSENT:
            delattr(owner, name)
        else:
            setattr(owner, name, held)

    def _update(self, module, name, values, gone):
        dictionary = getattr(importlib.import_module(module), name)
        for key in gone:
            dictionary.pop(key, None)
        dictionary.update(values)

    # What the program does to objects of the tests

    def special(self, stand_in, name, args, kwargs):
        if name == "__exit__" and args and args[0] is not None:
            args = (None, args[1], None)
        return self.ask("special", place_of(stand_in)[1], name, list(args), kwargs)

    def compute(self, stand_in, name, *others):
        return self.special(stand_in, name, others, {})

    def get(self, stand_in, name):
        return self.ask("get", place_of(stand_in)[1], name)

    def set(self, stand_in, name, value):
        if not name.startswith("__"):  # pyplot notes a signature on what it shows with
            self.ask("set", place_of(stand_in)[1], name, value)

    def delete(self, stand_in, name):
        raise AttributeError(name)

    def text(self, stand_in, kind):
        return self.ask("text", place_of(stand_in)[1], kind)

    def names(self, stand_in):
        return self.ask("names", place_of(stand_in)[1])

    def hash(self, stand_in):
        return self.ask("hash", place_of(stand_in)[1])

    def equals(self, stand_in, other):
        if is_stand_in(other) and place_of(other)[1] == place_of(stand_in)[1]:
            return True
        return self.ask("equals", place_of(stand_in)[1], other)

    def truth(self, stand_in, kind):
        return kind is None or self.ask("truth", place_of(stand_in)[1])

    def contains(self, stand_in, item):
        return self.special(stand_in, "__contains__", (item,), {})

    def wait(self, stand_in):
        return self.ask("wait", place_of(stand_in)[1])

    # Messages

    def find_class(self, module, name):
        try:
            found = sys.modules.get(module) or importlib.import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
        except Exception:
            return None
        return found if isinstance(found, type) else None

    def read_pickle(self, data):
        unpickler = pickle.Unpickler(io.BytesIO(data))
        unpickler.persistent_load = self._persistent
        return unpickler.load()

    def _persistent(self, held):
        return self.find_lent(held[1]) if held[0] == "y" else read_message(held[1], held[2], self)

    @property
    def readers(self):
        return _READERS


class _Held:
    """A coroutine that the tests will await."""

    def __init__(self, coroutine):
        self.coroutine = coroutine


_ABSENT = object()
_READERS = {**Peer.readers.fget(None), "module": lambda reader, name: importlib.import_module(name)}


def _name_arguments(value, places):
    """An argument that is returned, or is part of what is returned, is named: to the tests it is the same object."""
    if id(value) in places:
        return Argument(places[id(value)])
    if not places or type(value) not in (list, tuple, dict):
        return value
    name = lambda part: Argument(places[id(part)]) if id(part) in places else part
    if type(value) is dict:
        return {key: name(part) for key, part in value.items()}
    return type(value)(map(name, value))


def _plain(value):
    if isinstance(value, type):
        return value
    for base in _BASES:
        if base in type(value).__mro__:
            return base(value)
    if hasattr(value, "__array__"):
        return sys.modules["numpy"].asarray(value)
    if isinstance(value, collections.abc.Mapping):
        return dict(value)
    if isinstance(value, collections.abc.Set):
        return set(value)
    if isinstance(value, collections.abc.Sequence):
        return list(value)
    for name in ("__index__", "__float__"):
        if hasattr(type(value), name):
            return getattr(type(value), name)(value)
    return value


def _special(value, name):
    if name == "__call__":
        return value
    if name == "__array__":
        return lambda *_: sys.modules["numpy"].asarray(value)
    if name == "__exit__":
        return lambda _, error, __: value.__exit__(type(error) if error is not None else None, error, None)
    if name == "__iter__":
        return lambda: iter(value)
    if name == "__getitem__":
        return lambda key: value[key]
    return lambda *args, **kwargs: getattr(type(value), name)(value, *args, **kwargs)


def _wait(value):
    awaited = value.coroutine if isinstance(value, _Held) else value

    async def wait():
        return await awaited

    return asyncio.new_event_loop().run_until_complete(wait())


def _as_function(stand_in):
    return lambda *args, **kwargs: stand_in(*args, **kwargs)


def _describe(error):
    """(line, reason, message), as the judge of one process says it."""
    line, frames = 0, error.__traceback__
    own = None
    while frames is not None:
        if frames.tb_frame.f_code.co_filename == _FILE:
            own, line = own or frames, frames.tb_lineno
        frames = frames.tb_next
    if isinstance(error, SyntaxError) and error.filename == _FILE:
        line = error.lineno or 0
    return line, str(error), "".join(traceback.format_exception(type(error), error, own))
