"""Brings what a program did to an argument to the original of that argument."""

import collections

_DICTIONARIES = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter)
_FRAMES = ("DataFrame", "Series")


def is_mutable(value):
    kind = type(value)
    return kind in (list, set, bytearray, collections.deque, *_DICTIONARIES) or _is_array(value) or _is_frame(value)


def _is_array(value):
    return type(value).__name__ == "ndarray" and type(value).__module__ == "numpy"


def _is_frame(value):
    return type(value).__name__ in _FRAMES and type(value).__module__.startswith("pandas.core.")


def write_back(old, new):
    """Also into parts that both have, so that whoever holds such a part sees it."""
    kind = type(old)
    if type(new) is not kind:
        return
    if kind is list:
        old[:] = [_merge(*pair) for pair in zip(old, new)] + new[len(old) :]
    elif kind in _DICTIONARIES:
        merged = [(key, _merge(old[key], value) if key in old else value) for key, value in new.items()]
        old.clear()
        dict.update(old, merged)  # that of a Counter counts
    elif kind is set:
        old.clear()
        old.update(new)
    elif kind is bytearray:
        old[:] = new
    elif kind is collections.deque:
        old.clear()
        old.extend(new)
    elif _is_array(old):
        if old.shape == new.shape and old.dtype == new.dtype:
            old[...] = new
    elif _is_frame(old):
        old._update_inplace(new)


def _merge(old, new):
    if type(old) is type(new) and is_mutable(old):
        write_back(old, new)
        return old
    return new
