"""Prints, as one JSON object, what an interpreter is and which parts of the standard library it was built with."""

import importlib.util
import json
import os
import platform
import struct
import sys

# Modules whose Python half always exists, while some builds and distributions lack the C half.
NEEDS = {
    "bz2": "_bz2",
    "ctypes": "_ctypes",
    "curses": "_curses",
    "lzma": "_lzma",
    "sqlite3": "_sqlite3",
    "ssl": "_ssl",
    "tkinter": "_tkinter",
    "turtle": "_tkinter",
}


def is_there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        # __main__ and a few frozen modules have no spec but exist.
        return name in sys.modules


def main():
    names = getattr(sys, "stdlib_module_names", ())
    base = getattr(sys, "_base_executable", None) or sys.executable
    print(
        json.dumps(
            {
                "version": platform.python_version(),
                "implementation": platform.python_implementation(),
                "bits": struct.calcsize("P") * 8,
                "executable": os.path.realpath(base),
                "home": os.path.realpath(sys.base_prefix),
                "hasVenv": is_there("venv"),
                "hasEnsurepip": is_there("ensurepip"),
                "stdlib": sorted(n for n in names if is_there(n) and is_there(NEEDS.get(n, n))),
            }
        )
    )


main()
