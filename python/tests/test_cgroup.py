"""Leaves of control groups, on folders that look like them."""

import os
import tempfile
import unittest

from bcb_runner.confine.cgroup import CgroupPool


def _write(text, *names):
    path = os.path.join(*names)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


class CpuTimeTests(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.group, self.cpu_group = (os.path.join(self._folder.name, name) for name in ("group", "cpu-group"))

    def use(self, path, before, after, cpu_folder=None):
        """What a leaf says before and after its counter was set."""
        _write(before, path)
        leaf = CgroupPool(self.group, cpu_folder).take({"memoryMb": 64})
        seen = [leaf.cpu_ms()]
        _write(after, path)
        return seen + [leaf.cpu_ms()], leaf

    def test_version_2(self):
        leaf_folder = os.path.join(self.group, "leaf-0")
        _write("memory", self.group, "cgroup.controllers")
        _write("", leaf_folder, "cgroup.procs")
        _write("low 0\noom_kill 0\n", leaf_folder, "memory.events")
        _write("max", leaf_folder, "memory.max")
        rest = "\nuser_usec 1\nsystem_usec 2\n"
        seen, leaf = self.use(os.path.join(leaf_folder, "cpu.stat"), "usage_usec 5000" + rest, "usage_usec 8500" + rest)
        self.assertEqual(seen, [0, 3.5])
        self.assertEqual(len(leaf.tasks_fds), 1)

    def _make_version_1(self):
        leaf_folder = os.path.join(self.group, "leaf-0")
        _write("", leaf_folder, "tasks")
        _write("oom_kill 0\n", leaf_folder, "memory.oom_control")
        _write("0", leaf_folder, "memory.limit_in_bytes")

    def test_version_1_counts_elsewhere(self):
        self._make_version_1()
        cpu_leaf = os.path.join(self.cpu_group, "leaf-0")
        _write("", cpu_leaf, "tasks")
        path = os.path.join(cpu_leaf, "cpuacct.usage")
        seen, leaf = self.use(path, "7000000\n", "9000000\n", self.cpu_group)
        self.assertEqual(seen, [0, 2])
        self.assertEqual(len(leaf.tasks_fds), 2)

    def test_version_1_may_count_nothing(self):
        self._make_version_1()
        leaf = CgroupPool(self.group, None).take({"memoryMb": 64})
        self.assertEqual(leaf.cpu_ms(), 0)
