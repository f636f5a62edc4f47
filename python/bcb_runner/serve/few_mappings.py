"""Joins the mappings of libraries: a fork copies each of them, and the end of a process takes each apart.

A library is mapped in five parts, which differ in what may be done with them. Where neighbours are alike, the kernel joins
them: so what can be read beside the code may be run as well, and what the loader made read-only may be written to again. Two
parts are left. A program could do either to itself at any time; nothing relies on it.
"""

import ctypes
from collections import namedtuple

_READ, _WRITE, _EXECUTE = 1, 2, 4

_Mapping = namedtuple("_Mapping", "low high allowed offset inode")


def join_mappings():
    for first, second in _neighbours():
        if (first.allowed, second.allowed) == ("r--p", "rw-p"):
            _allow(first, _READ | _WRITE)
    for first, second in _neighbours():
        if (first.allowed, second.allowed) == ("r--p", "r-xp"):
            _allow(first, _READ | _EXECUTE)
        elif (first.allowed, second.allowed) == ("r-xp", "r--p"):
            _allow(second, _READ | _EXECUTE)


def _neighbours():
    """Pairs of mappings of the same file, one after the other in the file and in memory."""
    with open("/proc/self/maps") as file:
        mappings = [_parse(line) for line in file]
    for first, second in zip(mappings, mappings[1:]):
        is_next = second.low == first.high and second.offset == first.offset + first.high - first.low
        if is_next and second.inode == first.inode != "0":
            yield first, second


def _parse(line):
    addresses, allowed, offset, _, inode = line.split(None, 5)[:5]
    low, high = (int(edge, 16) for edge in addresses.split("-"))
    return _Mapping(low, high, allowed, int(offset, 16), inode)


def _allow(mapping, what):
    # Where it is refused, everything stays as it was.
    size = ctypes.c_size_t(mapping.high - mapping.low)
    ctypes.CDLL(None).mprotect(ctypes.c_void_p(mapping.low), size, what)
