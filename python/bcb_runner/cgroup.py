"""Memory limits over all processes of a sample, where the parent could give us a control group of our own.

The parent hands in a folder that we may write to; leaves are made below it and used again and again. A sample enters
its leaf right after the fork, before it loses sight of the folder.
"""

import os

# Names of the files by version of the interface.
_FILES = {
    1: {"limit": "memory.limit_in_bytes", "events": "memory.oom_control"},
    2: {"limit": "memory.max", "events": "memory.events"},
}


class CgroupPool:
    def __init__(self, folder, version):
        self._folder, self._files = folder, _FILES[version]
        self._free, self._made = [], 0
        self.take({"memoryMb": 64}).release()  # fails here, at the start, if it fails at all

    def take(self, limits):
        if self._free:
            leaf = self._free.pop()
        else:
            leaf = _Leaf(self, os.path.join(self._folder, "leaf-%d" % self._made), self._files)
            self._made += 1
        leaf.prepare(limits["memoryMb"] << 20)
        return leaf

    def give_back(self, leaf):
        self._free.append(leaf)

    def remove(self):
        for leaf in self._free:
            leaf.remove()


class _Leaf:
    def __init__(self, pool, folder, files):
        self._pool, self._folder, self._files = pool, folder, files
        self._kills = 0
        os.makedirs(folder, exist_ok=True)

    def prepare(self, limit_bytes):
        self._write(self._files["limit"], limit_bytes)
        self._kills = self._count_kills()

    def join(self):
        """In the child."""
        self._write("cgroup.procs", 0)

    def release(self):
        """Whether the kernel killed for memory since `prepare`; the leaf is free again."""
        killed = self._count_kills() > self._kills
        self._pool.give_back(self)
        return killed

    def remove(self):
        try:
            os.rmdir(self._folder)
        except OSError:
            pass  # the parent sweeps what is left

    def _count_kills(self):
        with open(os.path.join(self._folder, self._files["events"])) as file:
            for line in file:
                name, _, count = line.partition(" ")
                if name == "oom_kill":
                    return int(count)
        return 0

    def _write(self, name, value):
        with open(os.path.join(self._folder, name), "w") as file:
            file.write(str(value))
