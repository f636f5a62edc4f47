"""Memory limits over all processes of a sample, if the parent could give us a control group, of version 1 or 2.

The parent hands in a folder that we may write to; leaves are made below it and used again and again. A sample enters
its leaf right after the fork, before it loses sight of the folder.
"""

import os
from collections import namedtuple

from .syscalls import write_file

# tasks: where a process joins; limit, swap: the files that limit; events: the file that counts what the kernel killed.
_Version = namedtuple("_Version", "tasks limit swap events")
# A process with one thread joins through `tasks`: that avoids a lock that would block every fork.
_VERSION_1 = _Version("tasks", "memory.limit_in_bytes", None, "memory.oom_control")
_VERSION_2 = _Version("cgroup.procs", "memory.max", "memory.swap.max", "memory.events")


class CgroupPool:
    def __init__(self, folder):
        self._folder = folder
        self._version = _VERSION_2 if os.path.exists(os.path.join(folder, "cgroup.controllers")) else _VERSION_1
        self._free, self._made = [], 0
        self.take({"memoryMb": 64}).release()  # fails here, at the start, if it fails at all

    def take(self, limits):
        if self._free:
            leaf = self._free.pop()
        else:
            leaf = _Leaf(self, os.path.join(self._folder, "leaf-%d" % self._made), self._version)
            self._made += 1
        leaf.prepare(limits["memoryMb"] << 20)
        return leaf

    def give_back(self, leaf):
        self._free.append(leaf)


class _Leaf:
    def __init__(self, pool, folder, version):
        self._pool, self._folder, self._version = pool, folder, version
        os.makedirs(folder, exist_ok=True)
        if version.swap is not None and os.path.exists(os.path.join(folder, version.swap)):
            self._write(version.swap, 0)
        # A process that writes 0 there joins.
        self.tasks_fd = os.open(os.path.join(folder, version.tasks), os.O_WRONLY | os.O_CLOEXEC)
        self._events_fd = os.open(os.path.join(folder, version.events), os.O_RDONLY | os.O_CLOEXEC)
        self._limit_bytes = None
        self._kills = self._count_kills()

    def prepare(self, limit_bytes):
        if limit_bytes != self._limit_bytes:
            self._write(self._version.limit, limit_bytes)
            self._limit_bytes = limit_bytes

    def has_killed(self):
        """Whether the kernel killed anything for memory since the last release."""
        return self._count_kills() > self._kills

    def release(self):
        """The same, and the leaf becomes free."""
        before, self._kills = self._kills, self._count_kills()
        self._pool.give_back(self)
        return self._kills > before

    def _count_kills(self):
        for line in os.pread(self._events_fd, 1024, 0).splitlines():
            name, _, count = line.partition(b" ")
            if name == b"oom_kill":
                return int(count)
        return 0

    def _write(self, name, value):
        write_file(os.path.join(self._folder, name), str(value))
