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
    return ("test", name, outcome, "1.5", line, "0", kind, reason, message)


BEGIN = ("begin", "test_a,test_b")
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

    def test_tests_after_the_first_failure_were_not_run(self):
        begin = ("begin", "test_a,test_b,test_c")
        failed = begin, report("test_a", "pass"), report("test_b", "fail", reason="AssertionError: 1"), DONE
        execution = observe(*failed, fail_fast=True)
        self.assertEqual([test["outcome"] for test in execution["tests"]], ["pass", "fail", "not-run"])
        self.assertEqual((execution["outcome"], execution["reason"]), ("fail", "AssertionError: 1"))
        self.assertEqual([test["outcome"] for test in observe(*failed)["tests"]], ["pass", "fail", "missing"])

    def test_tests_that_are_missing_for_another_reason_are_missing(self):
        silent = observe(BEGIN, report("test_a", "pass"), DONE, fail_fast=True)
        self.assertEqual(silent["tests"][1]["outcome"], "missing")
        self.assertEqual((silent["outcome"], silent["reason"]), ("fail", "missing tests"))
        exited = observe(BEGIN, report("test_a", "fail"), fail_fast=True)
        self.assertEqual(exited["tests"][1]["outcome"], "missing")

    def test_tests_that_time_was_too_short_for_were_not_run(self):
        for changes in ({"ended_by": "wall"}, {"ended_by": "cpu"}, {"status": signal.SIGXCPU, "cpu_ms": 10_000.0}):
            late = observe(BEGIN, report("test_a", "fail"), **changes)
            self.assertEqual([late["outcome"], *(test["outcome"] for test in late["tests"])], ["timeout", "fail", "not-run"])
        full = observe(BEGIN, ended_by="memory")
        self.assertEqual([test["outcome"] for test in full["tests"]], ["missing", "missing"])

    def test_a_stack_decides_nothing(self):
        late = observe(*GOOD, ended_by="wall", stack="  File")
        self.assertEqual((late.pop("stack"), late["outcome"]), ("  File", "timeout"))
        self.assertEqual(late, observe(*GOOD, ended_by="wall"))

    def test_missing_and_skipped_tests_are_no_pass(self):
        self.assertEqual(self.outcome(BEGIN, report("test_a", "pass"), DONE), ("fail", "missing tests"))
        self.assertEqual(
            self.outcome(BEGIN, report("test_a", "pass"), report("test_b", "skip"), DONE), ("fail", "skipped tests")
        )
        self.assertEqual(self.outcome(("begin", ""), DONE), ("fail", "no tests"))

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
        execution = observe(*GOOD[:3], ("noted", "sys.addaudithook"), DONE)
        self.assertEqual((execution["outcome"], execution["flags"]), ("pass", ["integrity:sys.addaudithook"]))

    def test_what_the_separate_judge_relied_on(self):
        levels = [("level", "test_a", "value", ""), ("level", "test_b", "reference", "")]
        execution = observe(*GOOD[:3], *levels, DONE, partner_status=0)
        self.assertEqual(execution["separate"], {"level": "reference", "words": []})
        self.assertEqual([test["level"] for test in execution["tests"]], ["value", "reference"])
        word = observe(*GOOD[:3], levels[0], ("level", "test_b", "word", "it said so"), DONE, partner_status=0)
        self.assertEqual(word["separate"], {"level": "word", "words": ["it said so"]})
        self.assertNotIn("separate", observe(*GOOD))

    def test_how_a_program_of_its_own_process_ends(self):
        self.assertEqual(
            self.outcome(*GOOD[:2], ("lost",), partner_status=3 << 8), ("error", "exited with status 3 before the last test")
        )
        self.assertEqual(self.outcome(*GOOD[:2], ("lost",), partner_status=11), ("killed", "SIGSEGV"))
        broken = (*GOOD[:2], ("found", "a message that breaks the rules"))
        self.assertEqual(self.outcome(*broken, partner_status=0)[0], "tampered")
        execution = observe(BEGIN, ("unprovable", "they load a pickle"), partner_status=9)
        self.assertEqual((execution["outcome"], execution["separate"]), ("error", {"unprovable": "they load a pickle"}))

    def test_records_out_of_order_are_forged(self):
        for records in (
            (*GOOD, DONE),
            (*GOOD, report("test_a", "pass")),
            (BEGIN, BEGIN, *GOOD[1:]),
            (report("test_a", "pass"), DONE),
            (BEGIN, ("done", "nan")),
            (BEGIN, ("done", "-1")),
            (BEGIN, ("test", "test_a", "ok", "1", "0", "0", "", "", "")),
            (BEGIN, ("test", "test_a", "pass", "1", "x", "0", "", "", "")),
            (BEGIN, ("level", "test_a", "certain", "")),
            (BEGIN, ("lost",), DONE),
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
