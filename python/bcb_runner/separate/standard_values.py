"""Values of the standard library on the link: dates, numbers, paths, collections, named tuples, enumerations."""

import collections
import datetime
import decimal
import enum
import fractions
import functools
import ipaddress
import operator
import pathlib
import re
import time
import uuid
import zoneinfo

from .link import Malformed
from .values import SCALARS, Unreadable, hashable

_FACTORIES = {kind.__name__: kind for kind in (int, list, dict, set, str, float, tuple, bool)}
_ADDRESSES = {
    kind.__name__: kind
    for kind in (
        ipaddress.IPv4Address,
        ipaddress.IPv6Address,
        ipaddress.IPv4Network,
        ipaddress.IPv6Network,
        ipaddress.IPv4Interface,
        ipaddress.IPv6Interface,
    )
}
# A field that begins with an underscore could be a special method of the tuple.
_FIELD = re.compile(r"[^\W_]\w*\Z")
_known_zones = functools.lru_cache(None)(zoneinfo.available_timezones)
_KEYS, _VALUES, _ITEMS = type({}.keys()), type({}.values()), type({}.items())


def _date_fields(value):
    return [value.year, value.month, value.day]


def _time_fields(value):
    return [value.hour, value.minute, value.second, value.microsecond]


def _write_datetime(writer, value):
    zone = datetime.datetime.tzinfo.__get__(value)
    return ["datetime", _date_fields(value) + _time_fields(value), writer.tree(zone), value.fold]


def _write_factory(writer, value):
    factory = getattr(value.default_factory, "__name__", None)
    known = factory if _FACTORIES.get(factory) is value.default_factory else None
    return ["defaultdict", known, writer.pairs(value)]


_EXACT = {
    complex: lambda writer, value: ["complex", value.real, value.imag],
    range: lambda writer, value: ["range", *writer.trees((value.start, value.stop, value.step))],
    slice: lambda writer, value: ["slice", *writer.trees((value.start, value.stop, value.step))],
    type(...): lambda writer, value: ["..."],
    type(NotImplemented): lambda writer, value: ["not-implemented"],
    datetime.datetime: _write_datetime,
    datetime.date: lambda writer, value: ["date", _date_fields(value)],
    datetime.time: lambda writer, value: ["time", _time_fields(value), writer.tree(value.tzinfo), value.fold],
    datetime.timedelta: lambda writer, value: ["timedelta", value.days, value.seconds, value.microseconds],
    datetime.timezone: lambda writer, value: ["timezone", *writer.trees((value.utcoffset(None), value.tzname(None)))],
    decimal.Decimal: lambda writer, value: ["decimal", decimal.Decimal.__str__(value)],
    fractions.Fraction: lambda writer, value: ["fraction", *writer.trees((value.numerator, value.denominator))],
    uuid.UUID: lambda writer, value: ["uuid", str(value)],
    collections.OrderedDict: lambda writer, value: ["ordered", writer.pairs(value)],
    collections.Counter: lambda writer, value: ["counter", writer.pairs(value)],
    collections.defaultdict: _write_factory,
    collections.deque: lambda writer, value: ["deque", writer.trees(value), value.maxlen],
    _KEYS: lambda writer, value: ["keys", writer.trees(value)],
    _VALUES: lambda writer, value: ["values", writer.trees(value)],
    _ITEMS: lambda writer, value: ["items", writer.trees(part for pair in value for part in pair)],
    re.Pattern: lambda writer, value: ["pattern", *writer.trees((value.pattern, value.flags))],
    time.struct_time: lambda writer, value: ["struct-time", list(tuple(value))],
    zoneinfo.ZoneInfo: lambda writer, value: ["zone", value.key],
}
for _kind in _ADDRESSES.values():
    _EXACT[_kind] = lambda writer, value: ["address", type(value).__name__, str(value)]
# A subclass of one of these is known by what it holds.
_BASES = (
    (str, lambda writer, value: str.__str__(value)),
    (bytes, lambda writer, value: writer.raw("b", bytes(value))),
    (int, lambda writer, value: writer.tree(int.__int__(value))),
    (float, lambda writer, value: float.__float__(value)),
    (datetime.datetime, _write_datetime),
    (datetime.date, _EXACT[datetime.date]),
    (decimal.Decimal, _EXACT[decimal.Decimal]),
)


def write_standard(value, writer):
    """None if it is none of them."""
    kind = type(value)
    write = _EXACT.get(kind)
    if write is not None:
        return write(writer, value)
    bases = kind.__mro__
    if pathlib.PurePath in bases:
        return ["path", pathlib.Path in bases, pathlib.PurePath.__str__(value)]
    if enum.Enum in bases:
        return ["enum", kind.__module__, kind.__qualname__, value.name, writer.reference(value)]
    if tuple in bases and type(getattr(kind, "_fields", None)) is tuple and all(map(_FIELD.match, kind._fields)):
        return ["named", kind.__module__, kind.__qualname__, list(kind._fields), writer.trees(tuple.__iter__(value))]
    return None


def write_subclass(value, writer):
    """Of an object whose class only the program knows, or that nothing else is known of."""
    for base, write in _BASES:
        if base in type(value).__mro__:
            return write(writer, value)
    return None


def checked(build):
    """A reader whose failures are nobody's fault."""

    def read(reader, *fields):
        try:
            return build(reader, *fields)
        except (Malformed, Unreadable):
            raise
        except Exception as error:
            raise Unreadable("%s: %s" % (type(error).__name__, error)) from None

    return read


def _zone(value):
    if value is not None and datetime.tzinfo not in type(value).__mro__:
        raise Unreadable("a time zone of the program's own")
    return value


def _read_zone(reader, key):
    """Its data may be a module of that name: only names that are known are looked for."""
    if key not in _known_zones():
        raise Unreadable("no time zone")
    return zoneinfo.ZoneInfo(key)


def _read_enum(reader, module, name, member, reference):
    kind = reader.find_class(module, name)
    if kind is None or not issubclass(kind, enum.Enum) or member not in kind._member_map_:
        return reader.value(reference)
    return kind._member_map_[member]


def _read_named(reader, module, name, fields, trees):
    fields, values = tuple(reader.scalars(fields)), tuple(reader.values(trees))
    if len(fields) != len(values) or not all(type(field) is str and _FIELD.match(field) for field in fields):
        raise Malformed("a named tuple that is none")
    kind = reader.find_class(module, name)
    if kind is not None and issubclass(kind, tuple) and getattr(kind, "_fields", None) == fields:
        if kind.__eq__ is tuple.__eq__ and kind.__getitem__ is tuple.__getitem__:
            return tuple.__new__(kind, values)
    return _similar_tuple(str(name).rpartition(".")[2], fields)(values)


def _similar_tuple(name, fields):
    """Made by hand: collections.namedtuple compiles a text."""
    members = {field: property(operator.itemgetter(index)) for index, field in enumerate(fields)}
    members.update(__slots__=(), _fields=fields, _asdict=lambda self: dict(zip(fields, self)))
    members["__repr__"] = lambda self: "%s(%s)" % (name, ", ".join("%s=%r" % pair for pair in zip(fields, self)))
    return type(name, (tuple,), members)


STANDARD_READERS = {
    tag: checked(build)
    for tag, build in {
        "complex": lambda reader, real, imag: complex(real, imag),
        "range": lambda reader, *edges: range(*reader.values(list(edges))),
        "slice": lambda reader, *edges: slice(*reader.values(list(edges))),
        "...": lambda reader: ...,
        "not-implemented": lambda reader: NotImplemented,
        "datetime": lambda reader, fields, zone, fold: datetime.datetime(*fields, _zone(reader.value(zone)), fold=fold),
        "date": lambda reader, fields: datetime.date(*fields),
        "time": lambda reader, fields, zone, fold: datetime.time(*fields, _zone(reader.value(zone)), fold=fold),
        "timedelta": lambda reader, days, seconds, micros: datetime.timedelta(days, seconds, micros),
        "timezone": lambda reader, offset, name: _read_timezone(*reader.values([offset, name])),
        "decimal": lambda reader, text: decimal.Decimal(text),
        "fraction": lambda reader, above, below: fractions.Fraction(*reader.values([above, below])),
        "uuid": lambda reader, text: uuid.UUID(text),
        "ordered": hashable(lambda reader, trees: collections.OrderedDict(reader.mapping(trees))),
        "counter": hashable(lambda reader, trees: collections.Counter(dict(reader.mapping(trees)))),
        "defaultdict": hashable(
            lambda reader, factory, trees: collections.defaultdict(_FACTORIES.get(factory), reader.mapping(trees))
        ),
        "deque": lambda reader, trees, most: collections.deque(reader.values(trees), most),
        "keys": hashable(lambda reader, trees: dict.fromkeys(reader.values(trees)).keys()),
        "values": lambda reader, trees: dict(enumerate(reader.values(trees))).values(),
        "items": hashable(lambda reader, trees: dict(reader.mapping(trees)).items()),
        "pattern": lambda reader, text, flags: re.compile(*reader.values([text, flags])),
        "struct-time": lambda reader, fields: time.struct_time(reader.scalars(fields)),
        "zone": _read_zone,
        "address": lambda reader, kind, text: _ADDRESSES[kind](text),
        "path": lambda reader, is_real, text: (pathlib.Path if is_real else pathlib.PurePosixPath)(text),
        "enum": _read_enum,
        "named": _read_named,
    }.items()
}


def _read_timezone(offset, name):
    if not offset and name == "UTC":
        return datetime.timezone.utc
    return datetime.timezone(offset, name) if type(name) in SCALARS and name else datetime.timezone(offset)
