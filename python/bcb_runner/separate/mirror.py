"""State that a program and its tests share when they are one process: random numbers, folder, environment, streams, logging.

Each side gives what has changed since the two last spoke. What the program wrote, logged and warned of travels as a list of
events, in order.
"""

import io
import logging
import os
import random
import sys
import warnings

from .link import Malformed

_getcwd, _chdir = os.getcwd, os.chdir
_get_random, _set_random = random.getstate, random.setstate
_STREAMS = ("stdout", "stderr")
_MOST_EVENTS = 200_000
# Of the program's environment these would decide what the tests' own process runs.
_KEPT_VARIABLES = ("PATH", "HOME", "TMPDIR", "IFS", "ENV", "BASH_ENV", "SHELL")
_KEPT_PREFIXES = ("LD_", "PYTHON", "GIT_", "NLTK", "MPL", "DYLD_")


class _Mirror:
    def __init__(self):
        self._last = {}

    def _look(self):
        """What has changed, by name."""
        now = {"random": _get_random()}
        numpy_random = sys.modules.get("numpy.random")
        if numpy_random is not None:
            name, keys, place, has_gauss, gauss = numpy_random.get_state()
            now["numpy"] = name, keys.tobytes(), int(place), int(has_gauss), float(gauss)
        try:
            now["folder"] = _getcwd()
        except OSError:
            pass  # it was removed
        if isinstance(os.environ, os._Environ):
            now["environment"] = dict(os.environ._data)
        now["path"] = [entry for entry in sys.path if type(entry) is str]
        now.update(self._look_further())
        changed = {name: value for name, value in now.items() if self._last.get(name) != value}
        self._last.update(changed)
        return changed

    def _look_further(self):
        return {}

    def _apply(self, state):
        if "random" in state:
            version, keys, gauss = state["random"]
            _set_random((version, tuple(keys), gauss))
        if "numpy" in state and "numpy.random" in sys.modules:
            numpy = sys.modules["numpy"]
            name, keys, place, has_gauss, gauss = state["numpy"]
            numpy.random.set_state((name, numpy.frombuffer(keys, dtype=numpy.uint32).copy(), place, has_gauss, gauss))
        if "folder" in state:
            try:
                _chdir(state["folder"])
            except OSError:
                pass  # not for this user
        if "environment" in state and isinstance(os.environ, os._Environ):
            self._apply_environment(state["environment"])
        if "path" in state:
            sys.path[:] = state["path"]
        self._last.update(state)

    def _apply_environment(self, wanted):
        current = os.environ._data
        for name in [name for name in current if name not in wanted and not self._keeps(name)]:
            del os.environ[os.fsdecode(name)]
        for name, value in wanted.items():
            if current.get(name) != value and not self._keeps(name):
                os.environ[os.fsdecode(name)] = os.fsdecode(value)

    def _keeps(self, name):
        return False


class TestsMirror(_Mirror):
    """In the process with the tests. What comes in is the program's word: checked, and applied only where that is harmless."""

    def __init__(self):
        super().__init__()
        self._streams = {name: getattr(sys, name) for name in _STREAMS}
        self._first_handlers = {name for name, logger in _loggers() if logger.handlers}

    def give(self):
        return self._look()

    def _look_further(self):
        levels = {"": logging.root.level}
        has_handlers = bool(logging.root.handlers)
        for name, logger in _loggers():
            if logger.handlers and name not in self._first_handlers:
                levels[name], has_handlers = logger.level, True
            elif logger.level and name not in self._first_handlers:
                levels[name] = logger.level
        streams = {name: getattr(sys, name) is not self._streams[name] for name in _STREAMS}
        return {"levels": levels, "is_logged": has_handlers, "streams": streams, "argv": [str(word) for word in sys.argv]}

    def take(self, state):
        if type(state) is not dict or not all(_CHECKS.get(name, _never)(value) for name, value in state.items()):
            raise Malformed("no state")
        events = state.pop("events", None)
        if events:
            self.take_events(events)
        try:
            self._apply(state)
        except (TypeError, ValueError, OverflowError):
            raise Malformed("a state that cannot be") from None

    def take_events(self, events):
        if type(events) is not list or len(events) > _MOST_EVENTS:
            raise Malformed("no events")
        for event in events:
            if type(event) is not list or not event:
                raise Malformed("no event")
            kind, *fields = event
            if kind == "write":
                name, text = fields
                if name in _STREAMS and type(text) is str:
                    getattr(sys, name).write(text)
            elif kind == "log":
                self._log(*fields)
            elif kind == "warn":
                message, file, line = fields
                if isinstance(message, Warning):
                    warnings.warn_explicit(message, None, str(file), int(line))
            else:
                raise Malformed("no event")

    def _log(self, name, level, message, error):
        if type(name) is not str or type(level) is not int or type(message) is not str:
            raise Malformed("no log record")
        logger = logging.getLogger(None if name == "root" else name)
        if logger.isEnabledFor(level):
            raised = (type(error), error, None) if isinstance(error, BaseException) else None
            logger.handle(logger.makeRecord(logger.name, level, "", 0, message, (), raised))

    def _apply_environment(self, wanted):
        """Only what Python code reads: libraries in C, and child processes, would load what a variable names."""
        kept = {name: value for name, value in os.environ._data.items() if self._keeps(name)}
        os.environ._data.clear()
        os.environ._data.update({**{name: value for name, value in wanted.items() if not self._keeps(name)}, **kept})

    def _keeps(self, name):
        text = os.fsdecode(name)
        return text in _KEPT_VARIABLES or text.startswith(_KEPT_PREFIXES)


class ProgramMirror(_Mirror):
    """In the process with the program."""

    def __init__(self, owner):
        super().__init__()
        self._streams = {name: getattr(sys, name) for name in _STREAMS}
        self.events = []
        self._is_logged = False
        self._owner = owner
        self._listen()

    def give(self):
        for stream in self._streams.values():
            try:
                stream.flush()
            except Exception:
                pass  # the program closed its own output
        state = self._look()
        if self.events:
            state["events"], self.events = self.events, []
        return state

    def take(self, state):
        for name, is_replaced in state.pop("streams", {}).items():
            setattr(sys, name, _Written(self, name) if is_replaced else self._streams[name])
        sys.argv = state.pop("argv", sys.argv)
        self._is_logged = state.pop("is_logged", self._is_logged)
        levels, before = state.pop("levels", None), self._last.get("levels", {"": logging.WARNING})
        if levels is not None:
            for name in {**before, **levels}:
                if before.get(name) != levels.get(name):
                    logging.getLogger(name or None).setLevel(levels.get(name, logging.NOTSET))
            self._last["levels"] = levels
        self._apply(state)

    def _listen(self):
        """Log records and warnings are told to the tests."""
        handle = logging.Logger.callHandlers

        def call_handlers(logger, record):
            if self._is_logged and os.getpid() == self._owner:
                try:
                    message = record.getMessage()
                except Exception:
                    message = str(record.msg)
                error = record.exc_info[1] if record.exc_info else None
                self.events.append(["log", record.name, record.levelno, message, error])
            handle(logger, record)

        def show_warning(message):
            if os.getpid() == self._owner:
                self.events.append(["warn", message.message, str(message.filename), message.lineno])

        logging.Logger.callHandlers = call_handlers
        warnings._showwarnmsg_impl = show_warning
        warnings.simplefilter("always")


class _Written(io.TextIOBase):
    """A stream of the program where the tests have replaced theirs."""

    encoding = "utf-8"

    def __init__(self, mirror, name):
        self._mirror, self._name = mirror, name

    def write(self, text):
        if os.getpid() == self._mirror._owner:
            self._mirror.events.append(["write", self._name, str.__str__(text)])
        return len(text)

    def writable(self):
        return True


def _loggers():
    found = logging.root.manager.loggerDict.items()
    return [(name, logger) for name, logger in list(found) if isinstance(logger, logging.Logger)]


def _never(_value):
    return False


def _is_numpy_state(value):
    is_tuple = type(value) is tuple and tuple(map(type, value)) == (str, bytes, int, int, float)
    return is_tuple and 0 <= value[2] <= 624  # numpy would read anywhere


def _are_variables(value):
    return type(value) is dict and all(type(part) is bytes and b"\0" not in part for pair in value.items() for part in pair)


_CHECKS = {
    "random": lambda value: type(value) is tuple and len(value) == 3 and type(value[1]) is tuple and len(value[1]) == 625,
    "numpy": _is_numpy_state,
    "folder": lambda value: type(value) is str and "\0" not in value,
    "environment": _are_variables,
    "path": lambda value: type(value) is list and all(type(entry) is str for entry in value),
    "events": lambda value: type(value) is list,
}
