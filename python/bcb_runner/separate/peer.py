"""What both ends of the link have in common: lending objects, and turning values, classes and exceptions into messages."""

from .library_values import LIBRARY_READERS, write_library
from .link import Link, LinkLost, Malformed
from .standard_values import STANDARD_READERS, write_standard, write_subclass
from .stand_ins import create_stand_in, describe, find_unnamed, is_stand_in, place_of
from .values import Unreadable, read_message, write_message

MODULE_NAME = "__test__"
_MOST_ATTRIBUTES = 20
_RAISABLE = (Exception, SystemExit, KeyboardInterrupt)


class Argument:
    """In an answer: the argument at this place, itself."""

    def __init__(self, place):
        self.place = place


class Peer:
    """give_up(error): called when the link is broken, and never returns. Nobody who runs above may catch that."""

    def __init__(self, fd, first_number, give_up):
        self.give_up = give_up
        self.link = Link(fd, first_number, self._serve, holds_threads=first_number == 1)
        self.stand_in_classes = {}
        self._lent, self._numbers = {}, {}
        self._stand_ins = {}
        self._kinds = {}
        self._raised = {}

    def say(self, word):
        """What is believed of the other side; only the tests' side minds."""

    # Asking and serving

    def ask(self, operation, *fields, arguments=()):
        """What the other side answers; raises what it raises. arguments: what it may say that its answer is."""
        try:
            text, data = self.link.ask(*write_message([operation, *fields], self))
            answer = read_message(text, data, self, arguments)
            if type(answer) is not list or len(answer) != 2:
                raise Malformed("no answer")
            is_done, value = answer
            if is_done is not True and not isinstance(value, BaseException):
                raise Malformed("an error that is none")
        except (Malformed, LinkLost) as error:
            self.give_up(error)
        if is_done is True:
            return value
        raise value

    def _serve(self, text, data):
        try:
            request = read_message(text, data, self)
            if type(request) is not list or not request or type(request[0]) is not str:
                raise Malformed("no request")
            operation = self.operations.get(request[0])
            if operation is None:
                raise Malformed("an unknown request")
            return write_message([True, operation(*request[1:])], self)
        except (Malformed, LinkLost):
            raise
        except BaseException as error:
            return write_message([False, error], self)

    # Writing

    def tree_of(self, value, writer):
        """Of everything that is no plain value."""
        if is_stand_in(value):
            return ["y", place_of(value)[1]]
        if type(value) is Argument:
            return ["a", value.place]
        if isinstance(value, BaseException):
            return self._write_exception(value, writer)
        if isinstance(value, type):
            return ["class", value.__module__, value.__qualname__, self.refer_to_class(value)]
        tree = write_standard(value, writer)
        if tree is None:
            tree = write_library(value, writer)
        if tree is None:
            tree = self.write_other(value, writer)
        return self.reference(value) if tree is None else tree

    def write_other(self, value, writer):
        return write_subclass(value, writer)

    def refer_to_class(self, kind):
        return self.reference(kind)

    def reference(self, value):
        kind = type(value)
        if isinstance(value, type):
            shape = describe(value)
        else:
            shape = self._kinds.get(kind)
            if shape is None:
                shape = self._kinds[kind] = describe(value)
        return ["r", self.lend(value), *shape]

    def lend(self, value):
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self._lent)
            self._lent[number] = value
        return number

    def _write_exception(self, error, writer):
        origin = getattr(error, "_bcb_origin", None)
        if type(origin) is int:
            return ["back", origin]
        number = len(self._raised)
        self._raised[number] = error
        names = [[kind.__module__, kind.__qualname__] for kind in type(error).__mro__[:-1]]
        held = [(name, held) for name, held in list(vars(error).items())[:_MOST_ATTRIBUTES] if name[:1] != "_"]
        try:
            text = str(error)
        except Exception:
            text = ""
        return ["raised", number, names, writer.trees(error.args), text, writer.trees(p for pair in held for p in pair)]

    # Reading

    @property
    def readers(self):
        return _READERS

    def read_reference(self, number, classes, specials, above):
        if type(number) is not int:
            raise Malformed("a reference to nothing")
        shape = _names(classes), tuple(specials), None if above is None else _names(above)
        known = self._stand_ins.get(number)
        if known is None:
            self.check_claim(shape[0], shape[2])
            known = self._stand_ins[number] = create_stand_in(self, number, *shape)
        return known

    def check_claim(self, classes, above):
        """What an object of the other side may say that it is; only the tests' side minds."""

    def find_lent(self, number):
        if type(number) is not int or number not in self._lent:
            raise Malformed("a reference to nothing")
        return self._lent[number]

    def find_raised(self, number):
        if type(number) is not int or number not in self._raised:
            raise Malformed("an exception that was never raised")
        return self._raised[number]

    def find_named(self, module, name):
        """A class that the other side hands over, where this side has it."""
        return self.find_class(module, name)

    def keep_name(self, stand_in, module, name):
        """Of a class of the other side that is none here."""

    def class_meant_by(self, stand_in):
        """The class here that has the name of a class of the other side: to compare it with, not to call."""

    def class_of(self, classes):
        """The first of these classes that is known here; None if there is none."""
        for name in classes:
            kind = find_unnamed(name) or self.find_class(*name)
            if kind is not None:
                return kind
        return None

    def bases(self, above):
        kind = self.class_of(above)
        return (object,) if kind is None else (kind,)


def _names(classes):
    names = tuple((module, name) for module, name in classes)
    if not all(type(module) is str and type(name) is str for module, name in names):
        raise Malformed("no names of classes")
    return names


def _read_class(reader, module, name, reference):
    kind = reader.peer.find_named(module, name)
    if kind is not None:
        return kind
    if reference is None:
        raise Unreadable("a class that is not here: %s.%s" % (module, name))
    stand_in = reader.value(reference)
    if not is_stand_in(stand_in):
        raise Malformed("no class")
    reader.peer.keep_name(stand_in, module, name)
    return stand_in


def _read_raised(reader, number, classes, trees, text, held):
    kind = next((kind for kind in (reader.find_class(*name) for name in _names(classes)) if _is_raisable(kind)), RuntimeError)
    args = reader.values(trees)
    error = None
    try:
        error = kind(*args)
    except Exception:
        pass  # its class takes other arguments than it keeps
    if error is None or _text_of(error) != text:
        error = _similar_exception(kind, args, str(text))
    for name, value in reader.mapping(held):
        if type(name) is str and name[:1] != "_" and name != "args":
            try:
                setattr(error, name, value)
            except Exception:
                pass  # computed by its class
    error._bcb_origin = number
    return error


def _is_raisable(kind):
    return kind is not None and issubclass(kind, _RAISABLE)


def _text_of(error):
    try:
        return str(error)
    except Exception:
        return None


def _similar_exception(kind, args, text):
    members = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    members.update(__str__=lambda self: text, __init__=lambda self, *_: None)
    similar = type(kind.__name__, (kind,), members)
    try:
        error = similar.__new__(similar, *args)
    except Exception:
        error = RuntimeError(text)
    error.args = tuple(args)
    return error


def _read_argument(reader, place):
    if type(place) is not int or not 0 <= place < len(reader.arguments):
        raise Malformed("no argument")
    return reader.arguments[place]


_READERS = {
    **STANDARD_READERS,
    **LIBRARY_READERS,
    "r": lambda reader, *fields: reader.peer.read_reference(*fields),
    "y": lambda reader, number: reader.peer.find_lent(number),
    "a": _read_argument,
    "class": _read_class,
    "raised": _read_raised,
    "back": lambda reader, number: reader.peer.find_raised(number),
    "pickle": lambda reader, start, length: reader.peer.read_pickle(reader.raw(start, length)),
}
