"""Memory limits and CPU time over all processes of a sample, if the parent could give us a control group, of version 1 or 2.

The parent hands in a folder that we may write to; leaves are made below it and used again and again. A sample enters
its leaf right after the fork, before it loses sight of the folder. Version 1 counts CPU time elsewhere than memory: in a
second folder, with leaves of the same names.
"""

import os
from collections import namedtuple

from .syscalls import write_file

# tasks: where a process joins; limit, swap: the files that limit; events: the file that counts what the kernel killed; cpu: the
# file that counts CPU time, and how many of its units are a millisecond.
_Version = namedtuple("_Version", "tasks limit swap events cpu")
# A process with one thread joins through `tasks`: that avoids a lock that would block every fork.
_VERSION_1 = _Version("tasks", "memory.limit_in_bytes", None, "memory.oom_control", ("cpuacct.usage", 1_000_000))
_VERSION_2 = _Version("cgroup.procs", "memory.max", "memory.swap.max", "memory.events", ("cpu.stat", 1000))


class CgroupPool:
    def __init__(self, folder, cpu_folder):
        """cpu_folder: only where another one than the folder counts CPU time."""
        self._folder, self._cpu_folder = folder, cpu_folder
        self._version = _VERSION_2 if os.path.exists(os.path.join(folder, "cgroup.controllers")) else _VERSION_1
        self._free, self._made = [], 0
        self.take({"memoryMb": 64}).release()  # fails here, at the start, if it fails at all

    def take(self, limits):
        if self._free:
            leaf = self._free.pop()
        else:
            name = "leaf-%d" % self._made
            is_elsewhere = self._version is _VERSION_1
            cpu_folder = (self._cpu_folder and os.path.join(self._cpu_folder, name)) if is_elsewhere else None
            leaf = _Leaf(self, os.path.join(self._folder, name), cpu_folder, self._version)
            self._made += 1
        leaf.prepare(limits["memoryMb"] << 20)
        return leaf

    def give_back(self, leaf):
        self._free.append(leaf)


class _Leaf:
    def __init__(self, pool, folder, cpu_folder, version):
        self._pool, self._folder, self._version = pool, folder, version
        joined = [folder] if cpu_folder is None else [folder, cpu_folder]
        for each in joined:
            os.makedirs(each, exist_ok=True)
        if version.swap is not None and os.path.exists(os.path.join(folder, version.swap)):
            self._write(version.swap, 0)
        # A process that writes 0 there joins.
        self.tasks_fds = [os.open(os.path.join(each, version.tasks), os.O_WRONLY | os.O_CLOEXEC) for each in joined]
        cpu_file, self._units = version.cpu
        try:
            self._cpu_fd = os.open(os.path.join(joined[-1], cpu_file), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._cpu_fd = None
        self._events_fd = os.open(os.path.join(folder, version.events), os.O_RDONLY | os.O_CLOEXEC)
        self._limit_bytes = None
        self._kills = self._count_kills()

    def prepare(self, limit_bytes):
        if limit_bytes != self._limit_bytes:
            self._write(self._version.limit, limit_bytes)
            self._limit_bytes = limit_bytes
        self._cpu_before = self._read_cpu()

    def cpu_ms(self):
        """What all processes have used since the leaf was taken, also those that are gone; 0 where nobody counts."""
        return (self._read_cpu() - self._cpu_before) / self._units

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

    def _read_cpu(self):
        # "123", or "usage_usec 123" on the first line of several.
        return 0 if self._cpu_fd is None else int(os.pread(self._cpu_fd, 64, 0).split(b"\n")[0].split()[-1])

    def _write(self, name, value):
        write_file(os.path.join(self._folder, name), str(value))
