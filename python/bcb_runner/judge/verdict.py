"""From what was observed of a sample to its execution. A pure function: the rules of the verdict live here only.

`pass` needs all of: every promised test reported ok and no other reported otherwise, the final record with the nonce,
exit status 0, canaries that failed as they must, and an intact snapshot.
"""

import math
import signal
from collections import namedtuple

# status: as of os.wait4; ended_by: None or why the zygote ended it (wall, cpu, memory, output, flood); out_of_memory: the
# kernel killed for memory; cpu_ms, wall_ms, peak_mb: measured outside; fail_fast: the first test that failed was to be the
# last one; partner_status: of the program's process if it had one of its own; stack: where it says it was when its time was
# over.
Observation = namedtuple(
    "Observation",
    "records forged status ended_by out_of_memory limits cpu_ms wall_ms peak_mb stdout stderr fail_fast partner_status stack",
    defaults=(False, None, ""),
)

ENDED_BY = {
    "wall": ("timeout", "wall"),
    "cpu": ("timeout", "cpu"),
    "memory": ("out-of-memory", "memory limit"),
    "disk": ("killed", "disk limit"),
    "output": ("output-limit", "output"),
    "flood": ("tampered", "the result channel was flooded"),
}
_SEVERITY = {"pass": 0, "skip": 1, "error": 2, "fail": 3}
_FIELDS = {
    **{"begin": 2, "test": 9, "found": 2, "noted": 2, "fatal": 5, "done": 2},
    **{"level": 4, "lost": 1, "unprovable": 2},
}
_LAST_WORDS = ("done", "fatal", "lost", "unprovable")
_LEVELS = ("value", "reference", "word")


class SetupFailed(Exception):
    """The sample never came to run its program: a fault of the engine."""


def judge(seen):
    """The execution of a sample as the parent's schema knows it, without id."""
    if not is_well_formed(seen.records):
        seen = seen._replace(records=[], forged=True)
    begun = next((record for record in seen.records if record[0] == "begin"), None)
    if begun is None and seen.ended_by is None and not seen.forged:
        failed = next((record for record in seen.records if record[0] == "setup-failed"), None)
        raise SetupFailed(failed[1] if failed else "the sample ended before it began (status %d)" % seen.status)
    required = [name for name in begun[1].split(",") if name] if begun else []
    done = next((record for record in seen.records if record[0] == "done"), None)
    tests = _tests_of(seen.records, required, seen.fail_fast and done is not None)
    findings = _told(seen.records, "found")
    outcome, reason = _outcome_of(seen, tests, done, findings)
    if outcome == "timeout":
        # What there was no time for says nothing against the program.
        tests = [{**test, "outcome": "not-run"} if test["outcome"] == "missing" else test for test in tests]
    execution = {
        "outcome": outcome,
        "tests": [_public(test) for test in tests],
        "wallMs": round(seen.wall_ms, 1),
        "cpuMs": round(seen.cpu_ms, 1),
        "testCpuMs": round(min(float(done[1]), seen.cpu_ms) if done else seen.cpu_ms, 1),
        "peakMb": round(seen.peak_mb, 1),
        "stdout": seen.stdout,
        "stderr": seen.stderr,
        "flags": ["integrity:" + name for name in [*findings, *_told(seen.records, "noted")]],
    }
    if seen.partner_status is not None:
        execution["separate"] = _describe_separate(seen.records, execution["tests"])
    if reason:
        execution["reason"] = reason
    if seen.stack:
        execution["stack"] = seen.stack
    if seen.ended_by is None:
        if was_signalled(seen.status):
            execution["signal"] = signal_name(seen.status & 0x7F)
        else:
            execution["exit"] = seen.status >> 8
    return execution


def is_well_formed(records):
    """Whether the records follow the grammar that the harness writes: begin, tests, then one last word."""
    if not records or records[0][0] == "setup-failed":
        return len(records) <= 1
    for index, record in enumerate(records):
        kind, is_last = record[0], index == len(records) - 1
        if len(record) != _FIELDS.get(kind) or (kind == "begin") != (index == 0):
            return False
        if kind in _LAST_WORDS and not is_last:
            return False
        if kind == "test" and not (record[2] in _SEVERITY and _is_number(record[3]) and _are_numbers(record)):
            return False
        if kind == "done" and not _is_number(record[1]) or kind == "level" and record[2] not in _LEVELS:
            return False
    return True


def _told(records, kind):
    return list(dict.fromkeys(record[1] for record in records if record[0] == kind))


def _are_numbers(record):
    """The lines of a test."""
    return all(word.isdecimal() for word in record[4:6])


def _is_number(text):
    try:
        return math.isfinite(float(text)) and float(text) >= 0
    except ValueError:
        return False


def _outcome_of(seen, tests, done, findings):
    if seen.ended_by is not None:
        return ENDED_BY[seen.ended_by]
    if seen.forged:
        return "tampered", "forged results"
    if was_signalled(seen.status):
        return outcome_of_signal(seen)
    last = seen.records[-1] if seen.records else [""]
    if last[0] == "unprovable":
        return "error", last[1]
    if last[0] == "lost":
        return _outcome_of_lost(seen)
    fatal = next((record for record in seen.records if record[0] == "fatal"), None)
    if fatal is not None:
        return ("out-of-memory" if fatal[1] == "MemoryError" else "error"), fatal[3]
    if findings and (done is not None or seen.partner_status is not None):
        return "tampered", "changed: " + ", ".join(findings[:5])
    if done is None:
        return "error", "exited with status %d before the last test" % (seen.status >> 8)
    if seen.status != 0:
        return "error", "exited with status %d" % (seen.status >> 8)
    return _outcome_of_tests(tests, seen.out_of_memory)


def _outcome_of_lost(seen):
    """The program's process ended while its tests still ran."""
    if was_signalled(seen.partner_status):
        return outcome_of_signal(seen._replace(status=seen.partner_status))
    return "error", "exited with status %d before the last test" % (seen.partner_status >> 8)


def _describe_separate(records, tests):
    """What the tests relied on, each and all of them: values, objects of the program, or the program's word."""
    unprovable = next((record[1] for record in records if record[0] == "unprovable"), None)
    if unprovable is not None:
        return {"unprovable": unprovable}
    told = {record[1]: record for record in records if record[0] == "level"}
    for test in tests:
        if test["name"] in told:
            test["level"] = told[test["name"]][2]
    words = list(dict.fromkeys(record[3] for record in told.values() if record[3]))
    levels = [record[2] for record in told.values()]
    return {"level": max(levels, key=_LEVELS.index, default="value"), "words": words}


def outcome_of_signal(seen):
    number = seen.status & 0x7F
    # A program that signals itself has not used up its time; clocks differ by some per cent.
    if number in (signal.SIGXCPU, signal.SIGKILL) and seen.cpu_ms >= 0.9 * seen.limits["cpuMs"]:
        return "timeout", "cpu"
    if number == signal.SIGKILL and seen.out_of_memory:
        return "out-of-memory", "memory limit"
    return "killed", signal_name(number)


def _outcome_of_tests(tests, out_of_memory):
    if not tests:
        return "fail", "no tests"
    bad = [test for test in tests if test["outcome"] != "pass"]
    if not bad:
        return "pass", None
    if out_of_memory:
        return "out-of-memory", "memory limit"
    starved = next((test for test in bad if test["kind"] == "MemoryError"), None)
    if starved is not None:
        return "out-of-memory", starved["reason"]
    for outcome in ("fail", "error"):
        first = next((test for test in bad if test["outcome"] == outcome), None)
        if first is not None:
            return outcome, first["reason"]
    return "fail", "skipped tests" if any(test["outcome"] == "skip" for test in bad) else "missing tests"


def _tests_of(records, required, stops_at_failure):
    """One entry per test in the order of running, the worst report of each; then those that never came."""
    tests = {}
    for record in records:
        if record[0] != "test":
            continue
        _, name, outcome, ms, line, _, kind, reason, message = record
        known = tests.get(name)
        if known is None or _SEVERITY[outcome] > _SEVERITY[known["outcome"]]:
            tests[name] = {
                "name": name,
                "outcome": outcome,
                "ms": round(float(ms), 1),
                "line": int(line),
                "kind": kind,
                "reason": reason,
                "message": message,
            }
    was_stopped = stops_at_failure and any(_SEVERITY[test["outcome"]] > _SEVERITY["skip"] for test in tests.values())
    absent = "not-run" if was_stopped else "missing"
    for name in required:
        if name not in tests:
            tests[name] = {"name": name, "outcome": absent, "ms": 0, "line": 0, "kind": "", "reason": "", "message": ""}
    return list(tests.values())


def _public(test):
    shown = {"name": test["name"], "outcome": test["outcome"], "ms": test["ms"]}
    if test["message"]:
        shown["message"] = test["message"]
    if test["line"] > 0:
        shown["line"] = test["line"]
    return shown


def was_signalled(status):
    return status & 0x7F != 0


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG%d" % number
