"""Does something to a module right after its first import, before the program gets hold of it."""

import sys


def after_import(name, action):
    """Calls `action(module)` now if the module is there, else once it has been imported."""
    module = sys.modules.get(name)
    if module is not None:
        action(module)
    else:
        watch_imports().actions[name] = action


def watch_imports(roots=(), tell=None):
    """The finder that lets others find modules and adds to what their loaders do.

    tell: called for modules below `roots`, with None before the first of several that import each other begins, with
    each module when it is there, and with None again after the last.
    """
    finder = next((finder for finder in sys.meta_path if type(finder) is _Finder), None)
    if finder is None:
        finder = _Finder()
        sys.meta_path.insert(0, finder)
    if tell is not None:
        finder.roots, finder.tell = tuple(root + "/" for root in roots), tell
    return finder


class _Finder:
    """Finds nothing itself."""

    def __init__(self):
        self.actions = {}
        self.roots = ()
        self.tell = None
        self.depth = 0

    def find_spec(self, name, path=None, target=None):
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if finder is not self and find is not None else None
            if spec is not None:
                self._watch(name, spec)
                return spec
        return None

    def _watch(self, name, spec):
        is_of_library = self.tell is not None and str(spec.origin).startswith(self.roots)
        if name not in self.actions and not is_of_library or spec.loader is None or isinstance(spec.loader, type):
            return
        execute = spec.loader.exec_module

        def execute_and_act(module):
            if is_of_library:
                self._enter(1)
            try:
                execute(module)
                action = self.actions.pop(name, None)
                if action is not None:
                    action(module)
                if is_of_library:
                    self.tell(module)
            finally:
                if is_of_library:
                    self._enter(-1)

        spec.loader.exec_module = execute_and_act

    def _enter(self, step):
        if self.depth == max(0, -step):
            self.tell(None)
        self.depth += step
