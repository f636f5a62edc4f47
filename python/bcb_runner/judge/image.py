"""What judges, as it was before the fork: the dictionaries of its modules and classes, compared by identity."""

import operator
import sys
import types

_IGNORED = frozenset(
    "_ __warningregistry__ __builtins__ __cached__ __doc__ __abstractmethods__ _abc_impl __annotations__ __loader__ __spec__"
    " __weakref__ __dict__ __module__ __path__".split()
)
_ABSENT = object()
_names_of = type.__dict__["__dict__"].__get__


def take_image(judging_modules, judging_classes):
    """has(cls): whether a class was there; is_judging(function): whether it belongs to what judges; changes(): (name, value
    before, value now), ABSENT where there is none.
    """
    modules = {name: sys.modules[name] for name in judging_modules if name in sys.modules}
    classes = {id(cls): cls for cls in _all_classes()}
    spaces = [(name, vars(module)) for name, module in modules.items()]
    spaces += [("%s.%s" % (cls.__module__, cls.__qualname__), _names_of(cls)) for cls in judging_classes]
    watched = [(name, space, dict(space), tuple(space.values())) for name, space in spaces]
    functions = {
        id(value): value for _, space in spaces for value in space.values() if type(value) is types.FunctionType
    }

    def changes():
        found = []
        for name, space, before, values in watched:
            if len(space) == len(values) and all(map(operator.is_, space.values(), values)):
                continue  # as nearly always
            found += [("%s.%s" % (name, key), *pair) for key, *pair in _compare(before, dict(space))]
        for name, module in modules.items():
            now = sys.modules.get(name, _ABSENT)
            if now is not module:
                found.append(("sys.modules[%s]" % name, module, now))
        return found

    return types.SimpleNamespace(
        has=lambda cls: classes.get(id(cls)) is cls,
        is_judging=lambda function: functions.get(id(function)) is function,
        changes=changes,
        ABSENT=_ABSENT,
    )


def _compare(before, now):
    """Names that are new do not count: libraries add some."""
    for key, old in before.items():
        new = now.get(key, _ABSENT)
        if new is not old and key not in _IGNORED:
            yield key, old, new


def _all_classes():
    """Every class of the interpreter."""
    found, waiting = {}, [object]
    while waiting:
        cls = waiting.pop()
        if id(cls) not in found:
            found[id(cls)] = cls
            waiting += type.__subclasses__(cls)
    return list(found.values())
