"""What tests patch in their own process is patched in the program's as well, for as long."""

import itertools
import os
import sys
import types
import unittest.mock

from .peer import MODULE_NAME

# These are mirrored as state.
_STATE = {("sys", "stdout"), ("sys", "stderr"), ("sys", "argv"), ("sys", "path")}
_ABSENT = object()


def mirror_patches(peer):
    _mirror_attributes(peer)
    _mirror_modules(peer)


def _mirror_attributes(peer):
    patch = unittest.mock._patch
    enter, leave, keys = patch.__enter__, patch.__exit__, itertools.count()
    entered = {}

    def enter_both(self):
        result = enter(self)
        place = _place_of(self.target)
        if place is not None and (place[0], self.attribute) not in _STATE:
            value = vars(self.target).get(self.attribute, _ABSENT)
            if value is _ABSENT:
                value = getattr(self.target, self.attribute)
            key = next(keys)
            try:
                peer.ask("patch", key, *place, self.attribute, dict(value) if value is os.environ else value)
                entered.setdefault(id(self), []).append(key)
            except (ImportError, AttributeError, TypeError):
                pass  # the program has no such thing: its tests will show
        return result

    def leave_both(self, *error):
        for key in reversed(entered.pop(id(self), [])):
            peer.ask("unpatch", key)
        return leave(self, *error)

    patch.__enter__, patch.__exit__ = enter_both, leave_both


def _place_of(target):
    """(module, path in it) of what is patched; None if the program cannot have it."""
    if isinstance(target, types.ModuleType):
        return target.__name__, ""
    if isinstance(target, type) and target.__module__ not in (MODULE_NAME, "__main__"):
        return target.__module__, target.__qualname__
    return None


def _mirror_modules(peer):
    patch = unittest.mock._patch_dict
    enter, leave = patch.__enter__, patch.__exit__

    def enter_both(self):
        result = enter(self)
        if self.in_dict is sys.modules:
            peer.ask("update", "sys", "modules", {name: sys.modules[name] for name in dict(self.values)}, [])
        return result

    def leave_both(self, *error):
        if self.in_dict is sys.modules:
            peer.ask("update", "sys", "modules", {}, list(dict(self.values)))
        return leave(self, *error)

    patch.__enter__, patch.__exit__ = enter_both, leave_both


def mirror_settings(peer):
    """Django's settings are made once per process."""
    configuration = sys.modules.get("django.conf")
    if configuration is None:
        return
    configure = configuration.LazySettings.configure

    def configure_both(self, *args, **kwargs):
        result = configure(self, *args, **kwargs)
        peer.call(["settings"], args, kwargs)
        return result

    configuration.LazySettings.configure = configure_both
