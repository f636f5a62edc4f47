"""What the zygote uses to look at samples from outside."""

import os
import signal
import tempfile
import threading
import time
import unittest

from bcb_runner.serve.process_table import ProcessTable, QuickLook
from bcb_runner.serve.shared_places import empty_folder, folder_bytes
from bcb_runner.confine.stdio import OutputTail, Unreadable


class OutputTailTests(unittest.TestCase):
    def test_keeps_the_end(self):
        tail = OutputTail(10)
        for index in range(100):
            tail.add(b"%03d" % index)
        self.assertEqual(tail.text(), "6097098099")
        self.assertEqual(tail.total, 300)

    def test_holds_little_more_than_it_keeps(self):
        tail = OutputTail(10)
        for _ in range(100):
            tail.add(b"x" * 65536)
        self.assertLess(len(tail._data), 2 << 20)
        self.assertEqual((tail.total, tail.text()), (6_553_600, "x" * 10))

    def test_bytes_that_are_no_text(self):
        tail = OutputTail(10)
        tail.add(b"a\xff\xc3")
        self.assertEqual(tail.text(), "a\ufffd\ufffd")


class StdinTests(unittest.TestCase):
    def test_nothing_can_be_read(self):
        stdin = Unreadable()
        for ask in (stdin.read, stdin.readline, stdin.readlines, lambda: next(stdin), lambda: list(stdin)):
            with self.assertRaises(OSError):
                ask()
        self.assertFalse(stdin.readable())


class ProcessTableTests(unittest.TestCase):
    def test_tree_and_usage(self):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            grandchild = os.fork()
            if grandchild == 0:
                end = time.process_time() + 0.2
                while time.process_time() < end:
                    pass
                os.write(write, b"x")
            signal.pause()
        os.read(read, 1)
        table = ProcessTable()
        family = table.descendants([child])
        usage = table.usage([child], 0)
        nobody = table.usage([2**22 + 1], 0)
        for pid in family:
            os.kill(pid, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(read)
        os.close(write)
        self.assertEqual(len(family), 2)
        self.assertIn(child, family)
        self.assertGreaterEqual(usage.cpu_ms, 150)
        self.assertGreater(usage.resident_bytes, 1 << 20)
        self.assertEqual(nobody, (0, 0, False, 0))

    @unittest.skipUnless(os.path.exists("/proc/self/schedstat"), "the kernel does not count how long a process waits")
    def test_waiting_for_a_cpu(self):
        """Two that share one CPU wait for it half of the time."""
        allowed = os.sched_getaffinity(0)
        children = []
        for _ in range(2):
            pid = os.fork()
            if pid == 0:
                os.sched_setaffinity(0, {min(allowed)})
                while True:
                    pass
            children.append(pid)
        usages = []
        try:
            # However busy the machine is: until each had its turn.
            while not usages or min(usage.cpu_ms for usage in usages) < 200:
                time.sleep(0.05)
                table = ProcessTable()
                usages = [table.usage([pid], 0) for pid in children]
        finally:
            for pid in children:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        for usage in usages:
            self.assertTrue(usage.wants_cpu)
            self.assertGreater(usage.waited_ms, 50)


@unittest.skipUnless(os.path.exists("/proc/self/task/%d/children" % os.getpid()), "the kernel lists no children")
class QuickLookTests(unittest.TestCase):
    def look_at(self, behave):
        """(quick look, snapshot) of a process that has done something and now waits."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            behave()
            os.write(write, b"x")
            while True:
                signal.pause()
        os.read(read, 1)
        look = QuickLook(pid, [pid])
        try:
            return look.usage(0), ProcessTable().usage([pid], 0)
        finally:
            for each in ProcessTable().descendants([pid]):
                os.kill(each, signal.SIGKILL)
            os.waitpid(pid, 0)
            self.assertIsNone(look.usage(0))
            for fd in (read, write):
                os.close(fd)
            look.close()

    def test_sees_what_a_snapshot_sees(self):
        def compute():
            end = time.process_time() + 0.2
            while time.process_time() < end:
                pass

        quick, full = self.look_at(compute)
        self.assertGreaterEqual(quick.cpu_ms, 150)
        self.assertEqual(quick.resident_bytes, full.resident_bytes)

    def test_sees_every_thread(self):
        def start_threads():
            def compute():
                end = time.thread_time() + 0.1
                while time.thread_time() < end:
                    pass

            for _ in range(3):
                threading.Thread(target=lambda: (compute(), done.release(), time.sleep(60)), daemon=True).start()
            for _ in range(3):
                done.acquire()

        done = threading.Semaphore(0)
        quick, full = self.look_at(start_threads)
        self.assertGreaterEqual(quick.cpu_ms, 250)
        self.assertGreater(quick.waited_ms, 0)
        self.assertEqual(quick.resident_bytes, full.resident_bytes)

    def test_tells_busy_threads_from_idle_ones(self):
        for work, is_busy in ((lambda: sum(range(10_000)), True), (signal.pause, False)):
            pid = os.fork()
            if pid == 0:
                threading.Thread(target=lambda: [work() for _ in iter(int, 1)], daemon=True).start()
                while True:
                    signal.pause()
            look = QuickLook(pid, [pid])
            seen = []
            for _ in range(6):
                time.sleep(0.1)
                seen.append(look.usage(0).wants_cpu)
            look.close()
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            # Nothing is known at the first look.
            self.assertEqual(seen, [True, *[is_busy] * 5])

    def test_needs_a_snapshot_of_more_than_one_process(self):
        def fork():
            if os.fork() == 0:
                signal.pause()

        def fork_in_a_thread():
            threading.Thread(target=lambda: (fork(), done.release(), time.sleep(60)), daemon=True).start()
            done.acquire()

        done = threading.Semaphore(0)
        for behave in (fork, fork_in_a_thread):
            quick, full = self.look_at(behave)
            self.assertIsNone(quick)
            self.assertGreater(full.resident_bytes, 0)


class FolderTests(unittest.TestCase):
    def test_emptying_a_hostile_folder(self):
        with tempfile.TemporaryDirectory() as outside, tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(outside, "kept")
            open(kept, "w").close()
            deep = os.path.join(folder, "a", "b")
            os.makedirs(deep)
            with open(os.path.join(deep, "file"), "w") as file:
                file.write("x" * 10_000)
            os.symlink(outside, os.path.join(folder, "link"))
            os.symlink(outside, os.path.join(deep, "link"))
            os.mkfifo(os.path.join(folder, "fifo"))
            os.chmod(deep, 0)
            self.assertGreater(folder_bytes(folder), 0)
            here = os.getcwd()
            os.chdir(folder)
            for _ in range(1500):
                os.mkdir("deep")
                os.chdir("deep")
            os.chdir(here)
            empty_folder(folder)
            self.assertEqual(os.listdir(folder), [])
            self.assertTrue(os.path.exists(kept))
