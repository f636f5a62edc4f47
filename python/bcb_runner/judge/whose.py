"""Whose code is whose: the runner's, the tests', the program's, made at run time, or a library's."""

import os
import sys

OWN, TESTS, PROGRAM, MADE, LIBRARY = "runner", "tests", "program", "made", "library"
_GENERATED = ("<frozen ", "<__array_function__ internals>", "<decorator-gen", "<attrs generated", "<lambdifygenerated")


def library_roots():
    """Folders that libraries come from."""
    folders = {path for path in sys.path if path.endswith("-packages")}
    return tuple(root + "/" for root in {os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, *folders})


def create_labels(program_file, own_codes, roots, test_codes):
    """A function from a code object to who it belongs to. own_codes, test_codes: by identity."""

    def label(code):
        if id(code) in own_codes:
            return OWN
        if id(code) in test_codes:
            return TESTS
        if code.co_filename == program_file:
            return PROGRAM
        return LIBRARY if code.co_filename.startswith((*_GENERATED, *roots)) else MADE

    return label
