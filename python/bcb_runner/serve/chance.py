"""Another order of folder entries than the file system's, for programs that run with a seed of their own.

Which order a folder has is chance as much as a random number is. Installed before anything else is imported: libraries
keep the functions that they find.
"""

import os
from zlib import crc32


def shuffle_folders(seed):
    os.listdir = _Shuffled(os.listdir, seed)
    os.scandir = _Shuffled(os.scandir, seed, _Entries)
    os.supports_fd.update((os.listdir, os.scandir))  # as the originals are


class _Shuffled:
    """A callable, but no function: classes of the standard library keep it as an attribute and must not bind it."""

    def __init__(self, function, seed, wrap=list):
        self._function, self._seed, self._wrap = function, seed, wrap
        self.__name__ = self.__qualname__ = function.__name__
        self.__doc__ = function.__doc__

    def __call__(self, path=None):
        found = self._function(path)
        entries = sorted(found, key=self._place)
        if self._wrap is _Entries:
            found.close()
        return self._wrap(entries)

    def _place(self, entry):
        return crc32(os.fsencode(getattr(entry, "name", entry)), self._seed)


class _Entries:
    """What os.scandir gives: an iterator that can be closed."""

    def __init__(self, entries):
        self._rest = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._rest)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._rest = iter(())
