"""Copies of functions that nobody can reach through the modules they come from.

A program finds classes by `object.__subclasses__()`, functions in them, and modules through the functions' globals: it
could change what judges it. The copies look their names up in dictionaries of their own, built-ins included, and are
held by nothing but the frames that run them.
"""

import builtins
from types import FunctionType


def isolate(modules, others=None):
    """The names of each module, by the module's name, with copies of all functions that the modules define.

    others: spaces of modules that were isolated before; what is taken from those modules are then the copies in there.
    """
    # A function takes its built-ins from its globals when it is made.
    own_builtins = dict(vars(builtins))
    spaces = {module.__name__: {**vars(module), "__builtins__": own_builtins} for module in modules}
    copies = {}
    for space in spaces.values():
        for value in space.values():
            if isinstance(value, FunctionType) and value.__module__ in spaces:
                copies[value] = _copy(value, spaces[value.__module__])
    for space in spaces.values():
        for name, value in space.items():
            if isinstance(value, FunctionType):
                other = (others or {}).get(value.__module__, {})
                space[name] = copies.get(value, other.get(value.__name__, value))
    return spaces


def _copy(function, space):
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
