import unittest

from bcb_runner.script import judge_script
from bcb_runner.judge.verdict import Observation, SetupFailed

BEGIN = ["begin", ""]


def observe(**changes):
    fields = dict(
        records=[BEGIN],
        forged=False,
        status=0,
        ended_by=None,
        out_of_memory=False,
        limits={"cpuMs": 1000},
        cpu_ms=10.0,
        wall_ms=20.0,
        peak_mb=30.0,
        stdout="out",
        stderr="err",
    )
    return Observation(**{**fields, **changes})


def judged(**changes):
    execution = judge_script(observe(**changes))
    return tuple(execution.get(name) for name in ("outcome", "reason", "exit", "signal"))


class TestJudgeScript(unittest.TestCase):
    def test_status_decides(self):
        self.assertEqual(judged(), ("pass", None, 0, None))
        self.assertEqual(judged(status=3 << 8), ("error", "exited with status 3", 3, None))
        self.assertEqual(judged(status=11), ("killed", "SIGSEGV", None, "SIGSEGV"))
        self.assertEqual(judged(status=1 << 8, out_of_memory=True), ("out-of-memory", "memory limit", 1, None))

    def test_limits_come_first(self):
        self.assertEqual(judged(status=9, ended_by="wall"), ("timeout", "wall", None, None))
        self.assertEqual(judged(status=9, cpu_ms=990.0), ("timeout", "cpu", None, "SIGKILL"))
        self.assertEqual(judged(status=9, ended_by="flood")[0], "error")

    def test_status_of_the_program_where_another_process_waited_for_it(self):
        self.assertEqual(judged(records=[BEGIN, ["ended", str(2 << 8)]]), ("error", "exited with status 2", 2, None))

    def test_files(self):
        records = [BEGIN, ["file", "a", "eA=="], ["file", "cut off"], ["ended", "0"]]
        self.assertEqual(judge_script(observe(records=records))["files"], {"a": "eA=="})

    def test_a_script_that_never_began_is_a_fault_of_the_engine(self):
        with self.assertRaises(SetupFailed):
            judge_script(observe(records=[["setup-failed", "no namespaces"]]))
        with self.assertRaises(SetupFailed):
            judge_script(observe(records=[]))
        self.assertEqual(judged(records=[], ended_by="wall")[0], "timeout")


if __name__ == "__main__":
    unittest.main()
