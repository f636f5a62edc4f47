"""Objects that stand in for those of the other process: what is done to them is done there, through the peer.

Their classes are made per class of the real object, with the special methods that it has. What a comparison or a truth value
of a stand-in means is the peer's decision (tests_side.py, program_side.py).
"""

import types

_FORWARDED = frozenset(
    """__call__ __getitem__ __setitem__ __delitem__ __iter__ __next__ __reversed__ __len__ __enter__ __exit__ __neg__ __pos__
    __abs__ __invert__ __int__ __float__ __complex__ __index__ __round__ __array__ __fspath__ __iadd__ __ior__ __aiter__
    __anext__ __aenter__ __aexit__ __trunc__ __floor__ __ceil__""".split()
)
_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
_ARITHMETIC = tuple(
    "__%s%s__" % (side, name)
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "matmul")
    for side in ("", "r")
)
SPECIALS = tuple(sorted(_FORWARDED)) + _ORDER + _ARITHMETIC + ("__contains__", "__bool__", "__await__")
_KNOWN = frozenset(SPECIALS)
# Classes that have no name in their module.
_UNNAMED = {
    ("builtins", kind.__name__): kind
    for kind in (
        types.FunctionType,
        types.MethodType,
        types.BuiltinFunctionType,
        types.GeneratorType,
        types.CoroutineType,
        types.AsyncGeneratorType,
        types.ModuleType,
        type(iter([])),
        type(iter({})),
    )
}


class Standing(type):
    """The class of all classes of stand-ins."""


def is_stand_in(value):
    return type(type(value)) is Standing


def place_of(stand_in):
    """(peer, number of the real object)."""
    return object.__getattribute__(stand_in, "_bcb_place")


def describe(value):
    """(names of its classes, its special methods, names of the classes above it if it is a class itself)."""
    kind = type(value)
    above = _names(value.__mro__[1:]) if isinstance(value, type) else None
    return _names(kind.__mro__[:-1]), [name for name in SPECIALS if hasattr(kind, name)], above


def _names(classes):
    return [[str(kind.__module__), str(kind.__qualname__)] for kind in classes]


def create_stand_in(peer, number, classes, specials, above):
    key = classes, specials, above
    kind = peer.stand_in_classes.get(key)
    if kind is None:
        kind = peer.stand_in_classes[key] = _create_class(peer, *key)
    stand_in = object.__new__(kind)
    object.__setattr__(stand_in, "_bcb_place", (peer, number))
    return stand_in


def _create_class(peer, classes, specials, above):
    members = {name: _forward(name) for name in specials if name in _KNOWN}
    for name in specials:
        if name in _ORDER or name in _ARITHMETIC:
            members[name] = _compute(name)
    truth = "own" if "__bool__" in specials else "length" if "__len__" in specials else None
    members["__bool__"] = lambda self: peer.truth(self, truth)
    if "__contains__" in specials or "__iter__" in specials or "__getitem__" in specials:
        members["__contains__"] = lambda self, item: peer.contains(self, item)
    if "__await__" in specials:
        members["__await__"] = _wait
    if above is not None:
        members["__bases__"] = property(lambda self: peer.bases(above))
        members["__instancecheck__"] = lambda self, value: isinstance(value, peer.class_meant_by(self) or ())
        members["__subclasscheck__"] = lambda self, kind: issubclass(kind, peer.class_meant_by(self) or ())
    members.update(
        __slots__=("_bcb_place", "__weakref__"),
        __getattribute__=_get,
        __setattr__=lambda self, name, value: peer.set(self, name, value),
        __delattr__=lambda self, name: peer.delete(self, name),
        __eq__=lambda self, other: peer.equals(self, other),
        __ne__=lambda self, other: _negate(peer.equals(self, other)),
        __hash__=lambda self: peer.hash(self),
        __str__=lambda self: peer.text(self, "str"),
        __repr__=lambda self: peer.text(self, "repr"),
        __format__=lambda self, spec: format(peer.text(self, "str"), spec),
        __dir__=lambda self: peer.names(self),
    )
    members["__class__"] = property(lambda self: peer.class_of(classes) or kind)
    name = classes[0][1].rpartition(".")[2] if classes else "object"
    kind = Standing(name, (), members)
    return kind


def _get(self, name):
    try:
        return object.__getattribute__(self, name)
    except AttributeError:
        return place_of(self)[0].get(self, name)


def _forward(name):
    def method(self, *args, **kwargs):
        return place_of(self)[0].special(self, name, args, kwargs)

    method.__name__ = name
    return method


def _compute(name):
    def method(self, other, *rest):
        return place_of(self)[0].compute(self, name, other, *rest)

    method.__name__ = name
    return method


def _wait(self):
    yield from ()
    return place_of(self)[0].wait(self)


def _negate(answer):
    return answer if answer is NotImplemented else not answer if isinstance(answer, bool) else ~answer


def find_unnamed(name):
    return _UNNAMED.get(name)
