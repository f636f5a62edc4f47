"""Memory limits over all processes of a sample, if the parent could give us a control group (version 1).

The parent hands in a folder that we may write to; leaves are made below it and used again and again. A sample enters
its leaf right after the fork, before it loses sight of the folder.
"""

import os

_LIMIT, _EVENTS = "memory.limit_in_bytes", "memory.oom_control"


class CgroupPool:
    def __init__(self, folder):
        self._folder = folder
        self._free, self._made = [], 0
        self.take({"memoryMb": 64}).release()  # fails here, at the start, if it fails at all

    def take(self, limits):
        if self._free:
            leaf = self._free.pop()
        else:
            leaf = _Leaf(self, os.path.join(self._folder, "leaf-%d" % self._made))
            self._made += 1
        leaf.prepare(limits["memoryMb"] << 20)
        return leaf

    def give_back(self, leaf):
        self._free.append(leaf)


class _Leaf:
    def __init__(self, pool, folder):
        self._pool, self._folder = pool, folder
        self._kills = 0
        os.makedirs(folder, exist_ok=True)

    def prepare(self, limit_bytes):
        self._write(_LIMIT, limit_bytes)
        self._kills = self._count_kills()

    def join(self):
        """In the child, which has one thread: moving only that one avoids a lock that would block every fork."""
        self._write("tasks", 0)

    def has_killed(self):
        """Whether the kernel killed anything for memory since `prepare`."""
        return self._count_kills() > self._kills

    def release(self):
        """The same, and the leaf becomes free."""
        killed = self.has_killed()
        self._pool.give_back(self)
        return killed

    def _count_kills(self):
        with open(os.path.join(self._folder, _EVENTS)) as file:
            for line in file:
                name, _, count = line.partition(" ")
                if name == "oom_kill":
                    return int(count)
        return 0

    def _write(self, name, value):
        with open(os.path.join(self._folder, name), "w") as file:
            file.write(str(value))
