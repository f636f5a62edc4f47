"""The stack of the running thread, read without raising audit events: those are how a program that does the same is noticed."""

import ctypes

_current_thread = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyThreadState_Get", ctypes.pythonapi))
_top_frame = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)(("PyThreadState_GetFrame", ctypes.pythonapi))
code_of = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(("PyFrame_GetCode", ctypes.pythonapi))


def caller(depth):
    """The frame `depth` calls above the one that asks: 1 is its caller."""
    frame = _top_frame(_current_thread())
    for _ in range(depth + 1):
        frame = frame.f_back
    return frame


def codes_in(code):
    """A code object and all that are nested in it."""
    found = [code]
    for constant in code.co_consts:
        if type(constant) is type(code):
            found += codes_in(constant)
    return found


def codes_of_modules(modules):
    """Every code object that some modules and their classes define."""
    found = []
    for module in modules:
        for value in list(vars(module).values()):
            members = list(vars(value).values()) if isinstance(value, type) else [value]
            for member in members:
                function = getattr(member, "__func__", getattr(member, "fget", member))
                code = getattr(function, "__code__", None)
                if code is not None and getattr(value, "__module__", module.__name__) == module.__name__:
                    found += codes_in(code)
    return found
