"""Tests of a sample as the server sees it; the zygote is a plain fork here."""

import os
import time
import unittest
from types import SimpleNamespace

from bcb_runner.judge.records import create_sender
from bcb_runner.judge.verdict import SetupFailed
from bcb_runner.serve.process_table import LazyTable
from bcb_runner.serve.sample import Sample
from bcb_runner.serve.server import Means

_LIMITS = {"wallMs": 60_000, "cpuMs": 60_000, "memoryMb": 1024, "outputKb": 64, "maxOutputMb": 1}


class _Place:
    real_uid, base_processes, gone_fd, root_pids = -1, 0, None, []

    def orphans(self, _sample_pid):
        return []

    def kill(self):
        pass

    def close(self):
        pass


class _Leaf:
    tasks_fds = ()

    def __init__(self):
        self.is_free = False

    def release(self):
        self.is_free = True
        return False


def _start(fork, cgroup=None):
    means = Means(zygote=SimpleNamespace(fork=fork), cgroup=cgroup, file_bytes=1 << 20)
    return Sample({"id": 1, "limits": _LIMITS}, b"{}", _Place(), means)


class StartTests(unittest.TestCase):
    def test_gives_back_what_it_took_when_there_is_no_fork(self):
        leaf = _Leaf()

        def refuse(_request):
            raise OSError("no more processes")

        before = os.listdir("/proc/self/fd")
        with self.assertRaisesRegex(OSError, "no more processes"):
            _start(refuse, SimpleNamespace(take=lambda _limits: leaf))
        self.assertTrue(leaf.is_free)
        self.assertEqual(os.listdir("/proc/self/fd"), before)


class SeparateTests(unittest.TestCase):
    def test_tests_that_need_no_program_may_end_before_its_process_has_begun(self):
        execution = self._end(["begin", "test_a"], ["unprovable", "the tests call pickle.loads"])
        self.assertEqual(execution["separate"], {"unprovable": "the tests call pickle.loads"})
        self.assertEqual((execution["outcome"], execution["reason"]), ("error", "the tests call pickle.loads"))

    def test_a_program_whose_process_never_began_is_a_fault_of_the_engine(self):
        for records in ([["begin", "test_a"], ["lost"]], [["begin", "test_a"]], []):
            with self.assertRaisesRegex(SetupFailed, "nothing"):
                self._end(*records)

    def _end(self, *records):
        """The execution of a sample whose tests say this, and whose program is not yet there when they have ended."""
        forks = []

        def fork(request):
            forks.append(request)
            pid = os.fork()
            if pid == 0:
                if len(forks) == 1:
                    time.sleep(60)
                send = create_sender(request.pipes[0], request.nonce)
                for record in records:
                    send(*record)
                os._exit(0)
            return pid

        means = Means(zygote=SimpleNamespace(fork=fork), cgroup=None, file_bytes=1 << 20)
        job = {"id": 1, "limits": _LIMITS, "seed": 1, "separate": {"prompt": "", "entryPoint": "task_func"}}
        sample = Sample(job, b"{}", _Place(), means)
        os.waitid(os.P_PID, sample.pid, os.WEXITED | os.WNOWAIT)
        sample.reap()
        return sample.finish()


class NewsTests(unittest.TestCase):
    def test_tells_when_a_sample_falls_asleep_and_wakes_up_but_not_that_it_stays_so(self):
        read, write = os.pipe()

        def fork(_request):
            pid = os.fork()
            if pid == 0:
                os.read(read, 1)
                while True:
                    pass
            return pid

        sample = _start(fork)
        try:
            self._wait_for_state(sample.pid, "S")
            told = [sample.watch(LazyTable(), 0) for _ in range(6)]
            self.assertEqual(told, [True, True, True, False, False, False])
            os.write(write, b"x")
            self._wait_for_state(sample.pid, "R")
            self.assertEqual([sample.watch(LazyTable(), 0) for _ in range(3)], [True, False, False])
        finally:
            sample.kill()
            sample.reap()
            with self.assertRaisesRegex(SetupFailed, "before it began"):
                sample.finish()
            os.close(read)
            os.close(write)

    def _wait_for_state(self, pid, state):
        while True:
            with open("/proc/%d/stat" % pid) as file:
                if file.read().rpartition(")")[2].split()[0] == state:
                    return
