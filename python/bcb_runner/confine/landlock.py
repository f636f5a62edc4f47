"""Landlock: an ordinary process gives up file access, TCP and signals for itself and its children (level `landlock`)."""

import ctypes
import os
import struct

from .syscalls import PR_SET_NO_NEW_PRIVS, prctl, syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE, _IOCTL_DEV = 1, 2, 4, 8, 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_ONLY = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_NET_ALL = 3
_SCOPE_ALL = 3
# How many of the file rights each interface version knows (the last applies to all later ones).
_RIGHTS = (0, 13, 14, 15, 15, 16)

SIGNALS_SCOPED_SINCE = 6


def version():
    """The interface version; 0 if there is none."""
    try:
        return syscall(_CREATE_RULESET, 0, 0, _VERSION_FLAG)
    except OSError:
        return 0


def restrict(readable, writable, devices=(), network=False):
    """From now on: read below `readable`, do anything below `writable`, read and write `devices`, nothing else.

    TCP is given up unless `network`; signals and abstract sockets stay among those under the same restriction.
    """
    abi = version()
    if abi == 0:
        raise OSError("no landlock")
    everything = (1 << _RIGHTS[min(abi, len(_RIGHTS) - 1)]) - 1
    attributes = struct.pack("QQQ", everything, _NET_ALL if abi >= 4 and not network else 0, _SCOPE_ALL if abi >= 6 else 0)
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    ruleset = syscall(_CREATE_RULESET, ctypes.c_char_p(attributes), size, 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ & everything)
        for path in writable:
            _allow(ruleset, path, everything)
        for path in devices:
            _allow(ruleset, path, (_READ_FILE | _WRITE_FILE | _TRUNCATE | _IOCTL_DEV) & everything)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset, path, rights):
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not os.path.isdir(path):
            rights &= _FILE_ONLY
        rule = struct.pack("=Qi", rights, fd)
        syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.c_char_p(rule), 0)
    finally:
        os.close(fd)
