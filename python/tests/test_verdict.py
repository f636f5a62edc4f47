import signal
import unittest

from bcb_runner.judge.verdict import Observation, SetupFailed, judge

LIMITS = {"cpuMs": 10_000, "wallMs": 10_000}


def observe(*records, **changes):
    facts = dict(
        records=[list(record) for record in records],
        forged=False,
        status=0,
        ended_by=None,
        out_of_memory=False,
        limits=LIMITS,
        cpu_ms=5.0,
        wall_ms=6.0,
        peak_mb=7.0,
        stdout="out",
        stderr="err",
    )
    facts.update(changes)
    return judge(Observation(**facts))


def report(name, outcome, kind="", reason="", line="0", message=""):
    return ("test", name, outcome, "1.5", line, "0", kind, reason, message, "")


BEGIN = ("begin", "test_a,test_b", "")
DONE = ("done", "3.25")
GOOD = (BEGIN, report("test_a", "pass"), report("test_b", "pass"), DONE)


class VerdictTests(unittest.TestCase):
    def outcome(self, *records, **changes):
        execution = observe(*records, **changes)
        return execution["outcome"], execution.get("reason")

    def test_pass(self):
        self.assertEqual(
            observe(*GOOD),
            {
                "outcome": "pass",
                "tests": [{"name": "test_a", "outcome": "pass", "ms": 1.5}, {"name": "test_b", "outcome": "pass", "ms": 1.5}],
                "wallMs": 6.0,
                "cpuMs": 5.0,
                "testCpuMs": 3.2,
                "peakMb": 7.0,
                "stdout": "out",
                "stderr": "err",
                "flags": [],
                "exit": 0,
            },
        )

    def test_missing_and_skipped_tests_are_no_pass(self):
        self.assertEqual(self.outcome(BEGIN, report("test_a", "pass"), DONE), ("fail", "missing tests"))
        self.assertEqual(
            self.outcome(BEGIN, report("test_a", "pass"), report("test_b", "skip"), DONE), ("fail", "skipped tests")
        )
        self.assertEqual(self.outcome(("begin", "", ""), DONE), ("fail", "no tests"))

    def test_further_tests_count_as_well(self):
        self.assertEqual(self.outcome(*GOOD[:3], report("test_c", "pass"), DONE)[0], "pass")
        self.assertEqual(self.outcome(*GOOD[:3], report("setUpClass", "error", "KeyError", "KeyError: 1"), DONE)[0], "error")

    def test_the_worst_report_of_a_test_stands(self):
        records = BEGIN, report("test_a", "pass"), report("test_a", "fail", "AssertionError", "no"), report("test_a", "pass")
        self.assertEqual(self.outcome(*records, report("test_b", "pass"), DONE), ("fail", "no"))

    def test_assertions_come_before_exceptions(self):
        error, fail = report("test_a", "error", "KeyError", "KeyError: 1"), report("test_b", "fail", "AssertionError", "a != b")
        self.assertEqual(self.outcome(BEGIN, error, fail, DONE), ("fail", "a != b"))
        self.assertEqual(self.outcome(BEGIN, error, report("test_b", "pass"), DONE), ("error", "KeyError: 1"))

    def test_memory_errors(self):
        starved = report("test_a", "error", "MemoryError", "MemoryError")
        self.assertEqual(self.outcome(BEGIN, starved, report("test_b", "pass"), DONE)[0], "out-of-memory")
        self.assertEqual(self.outcome(BEGIN, ("fatal", "MemoryError", "0", "MemoryError", ""))[0], "out-of-memory")
        self.assertEqual(self.outcome(BEGIN, status=9, out_of_memory=True)[0], "out-of-memory")

    def test_fatal(self):
        self.assertEqual(
            self.outcome(BEGIN, ("fatal", "ImportError", "1", "ImportError: x", "")), ("error", "ImportError: x")
        )

    def test_leaving_early(self):
        self.assertEqual(self.outcome(BEGIN), ("error", "exited with status 0 before the last test"))
        self.assertEqual(self.outcome(BEGIN, status=3 << 8), ("error", "exited with status 3 before the last test"))
        self.assertEqual(self.outcome(*GOOD, status=1 << 8), ("error", "exited with status 1"))

    def test_signals(self):
        self.assertEqual(self.outcome(BEGIN, status=signal.SIGSEGV), ("killed", "SIGSEGV"))
        self.assertEqual(observe(BEGIN, status=signal.SIGSEGV | 128)["signal"], "SIGSEGV")
        self.assertEqual(self.outcome(*GOOD, status=signal.SIGTERM), ("killed", "SIGTERM"))
        self.assertEqual(self.outcome(BEGIN, status=signal.SIGXCPU), ("killed", "SIGXCPU"))
        self.assertEqual(self.outcome(BEGIN, status=signal.SIGXCPU, cpu_ms=9_500.0), ("timeout", "cpu"))
        self.assertEqual(self.outcome(BEGIN, status=signal.SIGKILL, cpu_ms=11_000.0), ("timeout", "cpu"))
        self.assertEqual(self.outcome(BEGIN, status=signal.SIGKILL), ("killed", "SIGKILL"))

    def test_ended_by_us(self):
        expected = {
            "wall": ("timeout", "wall"),
            "cpu": ("timeout", "cpu"),
            "memory": ("out-of-memory", "memory limit"),
            "output": ("output-limit", "output"),
        }
        for ended_by, pair in expected.items():
            self.assertEqual(self.outcome(*GOOD, ended_by=ended_by, status=9), pair)
            self.assertNotIn("signal", observe(*GOOD, ended_by=ended_by, status=9))

    def test_tampering(self):
        self.assertEqual(self.outcome(*GOOD, forged=True)[0], "tampered")
        found = ("found", "builtins.len")
        changed = (*GOOD[:2], found, GOOD[2], ("found", "canary.equal"), found, ("done", "1"))
        self.assertEqual(observe(*changed)["flags"], ["integrity:builtins.len", "integrity:canary.equal"])
        self.assertEqual(self.outcome(*changed)[0], "tampered")
        crashed = (BEGIN, found, ("fatal", "TypeError", "0", "TypeError: x", ""))
        self.assertEqual((observe(*crashed)["outcome"], observe(*crashed)["flags"]), ("error", ["integrity:builtins.len"]))

    def test_what_was_noticed_is_no_verdict(self):
        execution = observe(*GOOD[:3], ("noted", "changed a.b"), ("step", "gc.get_objects - program < tests"), DONE)
        self.assertEqual(execution["outcome"], "pass")
        self.assertEqual(
            execution["flags"], ["integrity:changed a.b", "integrity:step gc.get_objects - program < tests"]
        )

    def test_what_a_twin_shows(self):
        begin = ("begin", "test_a,test_b,test_c,test_d", "test_a:0:10-12,test_b:1:20-20,test_c:2:30-30,test_d:-")
        failed = ("test", "test_a", "fail", "1", "0", "11", "AssertionError", "", "", "0|")
        passed = ("test", "test_b", "pass", "1", "0", "0", "", "", "", "1 3|3")
        elsewhere = ("test", "test_c", "fail", "1", "0", "31", "AssertionError", "", "", "2|")
        shown = observe(begin, failed, passed, elsewhere, report("test_d", "pass"), DONE)["twin"]
        self.assertEqual(
            shown["tests"],
            [
                {"name": "test_a", "state": "failed", "site": 0},
                {"name": "test_b", "state": "passed", "site": 1},
                {"name": "test_c", "state": "otherwise", "site": 2},
                {"name": "test_d", "state": "none"},
            ],
        )
        self.assertEqual((shown["reached"], shown["silent"]), ([0, 1, 2, 3], [3]))

    def test_records_out_of_order_are_forged(self):
        for records in (
            (*GOOD, DONE),
            (*GOOD, report("test_a", "pass")),
            (BEGIN, BEGIN, *GOOD[1:]),
            (report("test_a", "pass"), DONE),
            (BEGIN, ("done", "nan")),
            (BEGIN, ("done", "-1")),
            (BEGIN, ("test", "test_a", "ok", "1", "0", "0", "", "", "", "")),
            (BEGIN, ("test", "test_a", "pass", "1", "x", "0", "", "", "", "")),
            (BEGIN, ("test", "test_a", "pass", "1", "0", "0", "", "", "", "x|")),
            (BEGIN, ("whatever",)),
        ):
            self.assertEqual(self.outcome(*records), ("tampered", "forged results"), records)

    def test_a_sample_that_never_began_is_our_fault(self):
        with self.assertRaisesRegex(SetupFailed, "no memory"):
            observe(("setup-failed", "no memory"), status=97 << 8)
        with self.assertRaises(SetupFailed):
            observe(status=9)

    def test_lines_and_messages(self):
        execution = observe(BEGIN, report("test_a", "fail", "AssertionError", "r", "12", "trace"), DONE)
        self.assertEqual(execution["tests"][0], {"name": "test_a", "outcome": "fail", "ms": 1.5, "message": "trace", "line": 12})
        self.assertEqual(execution["tests"][1], {"name": "test_b", "outcome": "missing", "ms": 0})
