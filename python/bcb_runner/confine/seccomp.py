"""The system call filter, assembled by hand and loaded through prctl.

Calls are refused with an errno, never by killing: programs try things and fall back. Everything that is not named is
allowed; the namespaces and the missing capabilities do the rest. What only this filter stops: AF_VSOCK (not
namespaced), new user namespaces (the way to fresh capabilities), terminal injection, siblings of the sample, leases and
watches on shared files, questions about what of them is in memory, and limits for processes of others.
"""

import ctypes
import errno
import os
import platform
import struct
from collections import namedtuple

from . import syscall_table as table
from .syscalls import PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, prctl

# sockets: whether sockets may be created; protected: where it is among processes of others, process ids (also negative ones)
# that must not be signaled; persistent_ipc: whether System V objects may be created; hidden_memory: whether memory that
# belongs to no process may be allocated.
Policy = namedtuple("Policy", "sockets protected persistent_ipc hidden_memory", defaults=(True, (), True, True))

_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCH, _ARGUMENT_0, _ARGUMENT_1, _ARGUMENT_2, _ARGUMENT_5 = 0, 4, 16, 24, 32, 56
_X32_BIT = 0x40000000
# New namespaces, and CLONE_PARENT: a child of the zygote's, which nobody waits for, would keep its pid namespace from ending.
_REFUSED_FLAGS = 0x7E020000 | 0x8000
_FAMILIES = (1, 2, 10, 16)  # AF_UNIX, AF_INET, AF_INET6, AF_NETLINK
_TERMINAL_REQUESTS = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_FILE_WATCHES = (1024, 1026, 1040)  # F_SETLEASE, F_NOTIFY, F_SETDELEG
_EVICTIONS = (20, 21)  # MADV_COLD, MADV_PAGEOUT
# Whom the kernel signals about a descriptor.
_OWNER_REQUESTS = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP
_OWNERS = (8, 15)  # F_SETOWN, F_SETOWN_EX
_INIT = 1
_OWN = 0x7FFFFFFF  # stands for the process that loads the filter; no process has it for a number
_OF_PROCESS = {table.SETPRIORITY: 0, table.IOPRIO_SET: 1}
_SECCOMP_MODE_FILTER = 2


def build_filter(machine, policy):
    """The program as (code, jump if true, jump if false, constant) rows."""
    rows = [
        (_LOAD, 0, 0, _ARCH),
        (_JUMP_EQUAL, 1, 0, table.AUDIT_ARCH[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        rows += [(_JUMP_AT_LEAST, 0, 1, _X32_BIT), _refuse(errno.ENOSYS)]
    unknown = dict(table.UNKNOWN)
    if not policy.hidden_memory:
        unknown.update(table.HIDDEN_MEMORY)
    for call in table.numbers(unknown, machine):
        rows += [(_JUMP_EQUAL, 0, 1, call), _refuse(errno.ENOSYS)]
    forbidden = dict(table.FORBIDDEN)
    if not policy.persistent_ipc:
        forbidden.update(table.PERSISTENT_IPC)
    for call in table.numbers(forbidden, machine):
        rows += [(_JUMP_EQUAL, 0, 1, call), _refuse(errno.EPERM)]
    rows += _when(
        table.number(table.CLONE, machine),
        [(_LOAD, 0, 0, _ARGUMENT_0), (_JUMP_ANY_BIT, 0, 1, _REFUSED_FLAGS), _refuse(errno.EPERM)],
    )
    if policy.sockets:
        sockets = [(_LOAD, 0, 0, _ARGUMENT_0)] + _unless_one_of(_FAMILIES, _refuse(errno.EAFNOSUPPORT))
    else:
        sockets = [_refuse(errno.EACCES)]
    rows += _when(table.number(table.SOCKET, machine), sockets)
    for call in table.numbers(table.IGNORED, machine):
        rows += [(_JUMP_EQUAL, 0, 1, call), _refuse(0)]
    is_among_others = bool(policy.protected)
    requests = _TERMINAL_REQUESTS + (_OWNER_REQUESTS if is_among_others else ())
    rows += _when(table.number(table.IOCTL, machine), _if_one_of(_ARGUMENT_1, requests, errno.EPERM))
    watches = _if_one_of(_ARGUMENT_1, _FILE_WATCHES, errno.EINVAL)
    owners = _if_one_of(_ARGUMENT_1, _OWNERS if is_among_others else (), errno.EPERM)
    rows += _when(table.number(table.FCNTL, machine), watches + owners)
    rows += _when(table.number(table.MADVISE, machine), _if_one_of(_ARGUMENT_2, _EVICTIONS, errno.EINVAL))
    flags = [(_LOAD, 0, 0, _ARGUMENT_5)] + _unless_one_of((0,), _refuse(errno.EOPNOTSUPP))
    rows += _when(table.number(table.PREADV2, machine), flags)
    for call in table.numbers(table.GOVERNING, machine):
        rows += _when(call, _unless_own(_ARGUMENT_0, is_among_others))
    for call, of_process in _OF_PROCESS.items():
        # A group of processes, or all of a user, may be others; in namespaces of its own they are not.
        groups = _unless_one_of((of_process,), _refuse(errno.EPERM)) if is_among_others else []
        body = [(_LOAD, 0, 0, _ARGUMENT_0)] + groups + _unless_own(_ARGUMENT_1, is_among_others)
        rows += _when(table.number(call, machine), body)
    if is_among_others:
        for call in table.numbers(table.SIGNALLING, machine):
            rows += _when(call, _if_one_of(_ARGUMENT_0, policy.protected, errno.EPERM))
        # It takes any folder of /proc for a process.
        rows += [(_JUMP_EQUAL, 0, 1, table.number(table.PIDFD_SEND_SIGNAL, machine)), _refuse(errno.EPERM)]
    return rows + [(_RETURN, 0, 0, _ALLOW)]


def assemble(rows):
    return b"".join(struct.pack("HBBI", *row) for row in rows)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


class Filter:
    """A filter prepared before the fork; `load` applies it to this process and everything it starts."""

    def __init__(self, policy, machine=None):
        rows = build_filter(machine or platform.machine(), policy)
        self._own_at = [8 * index + 4 for index, row in enumerate(rows) if row[0] == _JUMP_EQUAL and row[3] == _OWN]
        code = assemble(rows)
        self._buffer = ctypes.create_string_buffer(code, len(code))
        self._program = _Program(len(code) // 8, ctypes.cast(self._buffer, ctypes.c_void_p))

    def load(self):
        for offset in self._own_at:
            struct.pack_into("I", self._buffer, offset, os.getpid())
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(self._program))


def supports(machine):
    return machine in table.AUDIT_ARCH


def _refuse(code):
    return (_RETURN, 0, 0, _ERRNO | code)


def _when(call, body):
    """Runs the body for one call; what the body does not refuse is allowed."""
    return [(_JUMP_EQUAL, 0, len(body) + 1, call)] + body + [(_RETURN, 0, 0, _ALLOW)]


def _unless_own(argument, is_among_others):
    """Refuses what is about another process; in namespaces of its own, what is about its init."""
    if not is_among_others:
        return _if_one_of(argument, (_INIT,), errno.EPERM)
    return [(_LOAD, 0, 0, argument)] + _unless_one_of((0, _OWN), _refuse(errno.EPERM))


def _if_one_of(argument, values, code):
    rows = [(_LOAD, 0, 0, argument)]
    for value in values:
        rows += [(_JUMP_EQUAL, 0, 1, value & 0xFFFFFFFF), _refuse(code)]
    return rows


def _unless_one_of(values, refusal):
    rows = []
    for index, value in enumerate(values):
        rows.append((_JUMP_EQUAL, len(values) - index, 0, value))
    return rows + [refusal]
