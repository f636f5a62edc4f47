"""Does something to a module right after its first import, before the program gets hold of it."""

import importlib.util
import sys


def after_import(name, action):
    """Calls `action(module)` now if the module is there, else once it has been imported."""
    module = sys.modules.get(name)
    if module is not None:
        action(module)
        return
    finder = next((finder for finder in sys.meta_path if isinstance(finder, _Finder)), None)
    if finder is None:
        finder = _Finder()
        sys.meta_path.insert(0, finder)
    finder.actions[name] = action


class _Finder:
    """Finds nothing itself: it lets the others find a module and adds to what its loader does."""

    def __init__(self):
        self.actions = {}

    def find_spec(self, name, path=None, target=None):
        action = self.actions.pop(name, None)
        if action is None:
            return None
        try:
            spec = importlib.util.find_spec(name)  # does not come back here: the action is taken
        finally:
            self.actions[name] = action  # to look for a module is not to import it
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_act(module):
                execute(module)
                if self.actions.pop(name, None) is not None:
                    action(module)

            spec.loader.exec_module = execute_and_act
        return spec
