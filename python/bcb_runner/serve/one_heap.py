"""Keeps Python's objects together: huge pages fit under one long heap, not between the mappings of hundreds of libraries.

A fork copies the page tables of everything that is mapped, and the end of a process takes them apart. Both are done in
batches where huge pages were, also after they have been split.
"""

import ctypes

# No version of Python asks for more at once.
_ARENA_BYTES = 1 << 20


class _ArenaAllocator(ctypes.Structure):
    """PyObjectArenaAllocator: alloc(ctx, size) and free(ctx, address, size)."""

    _fields_ = [("ctx", ctypes.c_void_p), ("alloc", ctypes.c_void_p), ("free", ctypes.c_void_p)]


def put_objects_on_heap():
    """From here on new objects go to the end of the heap; what is given back there is lost. Gives a function that ends it."""
    libc = ctypes.CDLL(None)
    get, put = ctypes.pythonapi.PyObject_GetArenaAllocator, ctypes.pythonapi.PyObject_SetArenaAllocator
    usual = _ArenaAllocator()
    get(ctypes.byref(usual))
    # sbrk takes the context for its only argument; abs does nothing with it.
    ours = _ArenaAllocator(_ARENA_BYTES, _address_of(libc.sbrk), _address_of(libc.abs))
    put(ctypes.byref(ours))
    return lambda: put(ctypes.byref(usual))


def _address_of(function):
    return ctypes.cast(function, ctypes.c_void_p).value
