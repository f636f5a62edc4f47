"""Makes the zygote warm: imports what samples will need, so that they find it in memory.

A fork copies one thread only. A library that starts a thread when it is imported must therefore not be preloaded: the
first one that does is named to the parent, which starts again without it.
"""

import builtins
import ctypes
import gc
import importlib
import os
import sys

from ..confine import syscalls


class StartsThreads(Exception):
    def __init__(self, module):
        super().__init__(module)
        self.module = module


def preload(modules):
    """Imports the modules that can be imported, in order; returns their names."""
    loaded = []
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception as error:  # a broken library is the environment's matter; a sample that needs it will say so
            print("preload of %s: %r" % (name, error), file=sys.stderr)
            continue
        if count_threads() > 1:
            raise StartsThreads(name)
        loaded.append(name)
    return loaded


def count_threads():
    return len(os.listdir("/proc/self/task"))


def hide_exit():
    """The original runs programs without these two names."""
    builtins.exit = builtins.quit = None


def freeze():
    """Keeps the garbage collector from touching, and so copying, what all samples share."""
    gc.collect()
    gc.freeze()
    syscalls.collapse_huge_pages()


def keep_for_ever(value):
    """No sample destroys it when it leaves the zygote's frames: that would close descriptors which are its own by then."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
