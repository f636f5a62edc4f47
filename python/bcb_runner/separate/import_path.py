"""Where the process with the tests finds modules."""

import importlib.machinery
import sys


class FixedPathFinder(importlib.machinery.PathFinder):
    """Finds modules where they were found before the program ran: it may change sys.path, which is mirrored."""

    first_path = ()

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return importlib.machinery.PathFinder.find_spec(name, list(cls.first_path) if path is None else path, target)


def fix_import_path():
    FixedPathFinder.first_path = tuple(sys.path)
    sys.meta_path[:] = [FixedPathFinder if finder is importlib.machinery.PathFinder else finder for finder in sys.meta_path]
