"""Does something to a module right after its first import, before the program gets hold of it."""

import sys


def after_import(name, action):
    """Calls `action(module)` now if the module is there, else once it has been imported."""
    module = sys.modules.get(name)
    if module is not None:
        action(module)
    else:
        watch_imports().actions[name] = action


def watch_imports():
    """The finder that lets others find modules and adds to what their loaders do."""
    finder = next((finder for finder in sys.meta_path if type(finder) is _Finder), None)
    if finder is None:
        finder = _Finder()
        sys.meta_path.insert(0, finder)
    return finder


class _Finder:
    """Finds nothing itself."""

    def __init__(self):
        self.actions = {}

    def find_spec(self, name, path=None, target=None):
        if name not in self.actions:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if finder is not self and find is not None else None
            if spec is not None:
                self._watch(name, spec)
                return spec
        return None

    def _watch(self, name, spec):
        if spec.loader is None or isinstance(spec.loader, type):
            return
        execute = spec.loader.exec_module

        def execute_and_act(module):
            execute(module)
            action = self.actions.pop(name, None)
            if action is not None:
                action(module)

        spec.loader.exec_module = execute_and_act
