"""Where the process with the tests finds modules."""

import importlib.machinery
import sys


class FixedPathFinder(importlib.machinery.PathFinder):
    """Finds modules where they were found before the program ran: it may change sys.path, which is mirrored."""

    first_path = ()

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, list(cls.first_path) if path is None else path, target)
        if spec is not None and spec.loader is None:
            spec.submodule_search_locations = list(spec.submodule_search_locations)
        return spec


def fix_import_path():
    FixedPathFinder.first_path = tuple(sys.path)
    sys.meta_path[:] = [FixedPathFinder if finder is importlib.machinery.PathFinder else finder for finder in sys.meta_path]
    for module in list(sys.modules.values()):
        # That of a namespace package is found anew whenever sys.path has changed.
        if type(getattr(module, "__path__", None)).__name__ == "_NamespacePath":
            module.__path__ = list(module.__path__)
