"""Values on the link: a tree of JSON, and raw bytes beside it. What has no plain meaning becomes a reference (peer.py).

None, booleans, numbers and texts are themselves; everything else is a list that starts with a tag. Values are read from their
own storage: a subclass of float that overrides its comparisons arrives as the number that it is.
"""

import importlib
import json
import operator
import sys

from .link import Malformed

SCALARS = frozenset((type(None), bool, int, float, str))
_MOST_DEPTH = 60
_MOST_NODES = 4_000_000
_LONG_BITS = 8000  # texts of longer numbers are refused by Python itself
_encode = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode


class Unreadable(Exception):
    """A value that cannot be rebuilt here: nobody's fault."""


def exactly(kind, value):
    """A part of a value: what only claims, or inherits, that class could say of itself what it likes."""
    if type(value) is not kind:
        raise Unreadable("a part of a value that is no %s" % kind.__name__)
    return value


def library(name):
    """Looked up among what is loaded, and imported only by names that stand in our code, never by one from the link."""
    return sys.modules.get(name) or importlib.import_module(name)


class Writer:
    """Builds one message. peer.tree_of(value, writer): the tree of whatever is none of the types below."""

    def __init__(self, peer, is_careful=False):
        self._refer, self.reference, self._is_careful = peer.tree_of, peer.reference, is_careful
        self.data = bytearray()
        self._path, self._nodes = set(), 0

    def tree(self, value):
        kind = type(value)
        if kind in SCALARS:
            if kind is int and self._is_careful and value.bit_length() > _LONG_BITS:
                return ["i", hex(value)]
            return ["nan"] if kind is float and value != value and is_numpy_nan(value) else value
        write = _WRITERS.get(kind)
        if write is None or len(self._path) > _MOST_DEPTH or id(value) in self._path:
            return self._refer(value, self)
        self._path.add(id(value))
        try:
            return write(self, value)
        finally:
            self._path.discard(id(value))

    def trees(self, values):
        values = list(values)
        self._nodes += len(values)
        if self._nodes > _MOST_NODES:
            raise ValueError("too large a value to hand over")
        tree = self.tree
        return [tree(value) for value in values]

    def sequence(self, plain_tag, tag, values):
        """Most lists hold scalars only: those are taken as they are."""
        if not self._is_careful and _are_plain(values):
            return [plain_tag, list(values)]
        return [tag, self.trees(values)]

    def pairs(self, mapping):
        return self.trees(part for pair in dict.items(mapping) for part in pair)

    def raw(self, tag, data):
        start = len(self.data)
        self.data += data
        return [tag, start, len(data)]


def _are_plain(values):
    # What differs from itself is not a number, and may be the one that everybody compares by identity.
    return SCALARS.issuperset(map(type, values)) and all(map(operator.eq, values, values))


def is_numpy_nan(value):
    return value is getattr(sys.modules.get("numpy"), "nan", None)


def _write_dict(writer, value):
    if not writer._is_careful and _are_plain(value.values()) and set(map(type, value)) <= {str}:
        return ["D", value]
    return ["d", writer.pairs(value)]


_WRITERS = {
    list: lambda writer, value: writer.sequence("L", "l", value),
    tuple: lambda writer, value: writer.sequence("T", "t", value),
    set: lambda writer, value: writer.sequence("S", "s", value),
    frozenset: lambda writer, value: ["f", writer.trees(value)],
    dict: _write_dict,
    bytes: lambda writer, value: writer.raw("b", value),
    bytearray: lambda writer, value: writer.raw("B", value),
}


def write_message(value, peer):
    """(text, data) of a value."""
    try:
        writer = Writer(peer)
        return _encode(writer.tree(value)).encode("ascii"), bytes(writer.data)
    except ValueError:  # a very long number, most likely
        writer = Writer(peer, is_careful=True)
        return _encode(writer.tree(value)).encode("ascii"), bytes(writer.data)


class Reader:
    """Reads one message. peer.readers: of further tags, read(reader, *fields); arguments: those of the call that it answers."""

    def __init__(self, data, peer, arguments):
        self._data, self._tags, self.arguments = data, peer.readers, arguments
        self.peer, self.find_class = peer, peer.find_class

    def value(self, tree):
        kind = type(tree)
        if kind in SCALARS:
            return tree
        if kind is not list or not tree or type(tree[0]) is not str:
            raise Malformed("no value")
        read = _READERS.get(tree[0]) or self._tags.get(tree[0])
        if read is None:
            raise Malformed("an unknown kind of value")
        try:
            return read(self, *tree[1:])
        except (TypeError, AttributeError) as error:
            # Too few fields, or fields of other types: readers of values that may fail honestly say Unreadable themselves.
            raise Malformed("a value that is none: %s" % error) from None

    def values(self, trees):
        if type(trees) is not list:
            raise Malformed("no values")
        return [self.value(tree) for tree in trees]

    def scalars(self, values):
        if type(values) is not list or not SCALARS.issuperset(map(type, values)):
            raise Malformed("no plain values")
        return values

    def raw(self, start, length):
        if type(start) is not int or type(length) is not int or not 0 <= start <= start + length <= len(self._data):
            raise Malformed("bytes that are not there")
        return self._data[start : start + length]

    def mapping(self, trees):
        """As a list of pairs."""
        values = self.values(trees)
        if len(values) % 2:
            raise Malformed("half a pair")
        return list(zip(values[::2], values[1::2]))


def _read_dict(reader, values):
    if type(values) is not dict or not SCALARS.issuperset(map(type, values.values())):
        raise Malformed("no plain dictionary")
    return values


def _read_long(reader, text):
    if type(text) is not str:
        raise Malformed("no number")
    try:
        return int(text, 16)
    except ValueError:
        raise Malformed("no number") from None


def hashable(build):
    """Keys and members that cannot be hashed are a mistake of the other side."""

    def read(reader, *fields):
        try:
            return build(reader, *fields)
        except TypeError:
            raise Malformed("a key that cannot be one") from None

    return read


_READERS = {
    "L": lambda reader, values: reader.scalars(values),
    "T": lambda reader, values: tuple(reader.scalars(values)),
    "S": lambda reader, values: set(reader.scalars(values)),
    "l": lambda reader, trees: reader.values(trees),
    "t": lambda reader, trees: tuple(reader.values(trees)),
    "s": hashable(lambda reader, trees: set(reader.values(trees))),
    "f": hashable(lambda reader, trees: frozenset(reader.values(trees))),
    "D": _read_dict,
    "d": hashable(lambda reader, trees: dict(reader.mapping(trees))),
    "b": lambda reader, start, length: reader.raw(start, length),
    "B": lambda reader, start, length: bytearray(reader.raw(start, length)),
    "i": _read_long,
    "nan": lambda reader: getattr(sys.modules.get("numpy"), "nan", float("nan")),
}


def read_message(text, data, peer, arguments=()):
    # Each takes far more memory than its two bytes. Brackets in texts count, too: that many have no other meaning.
    if text.count(b"[") + text.count(b"{") > 2 * _MOST_NODES:
        raise Malformed("too many values")
    try:
        tree = _decode(text.decode("ascii"))
    except (ValueError, RecursionError):
        raise Malformed("no JSON") from None
    try:
        return Reader(data, peer, arguments).value(tree)
    except RecursionError:
        raise Malformed("too deep") from None
