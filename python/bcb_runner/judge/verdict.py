"""From what was observed of a sample to its execution. A pure function: the rules of the verdict live here only.

`pass` needs all of: every promised test reported ok and no other reported otherwise, the final record with the nonce,
exit status 0, canaries that failed as they must, and an intact snapshot.
"""

import math
import signal
from collections import namedtuple

from .twin.findings import describe_twin, parse_plan

# status: as of os.wait4; ended_by: None or why the zygote ended it (wall, cpu, memory, output, flood);
# out_of_memory: the kernel killed for memory; cpu_ms, wall_ms, peak_mb: measured outside.
Observation = namedtuple(
    "Observation", "records forged status ended_by out_of_memory limits cpu_ms wall_ms peak_mb stdout stderr"
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
_FIELDS = {"begin": 3, "test": 10, "found": 2, "noted": 2, "step": 2, "fatal": 5, "done": 2}


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
    tests = _tests_of(seen.records, required)
    done = next((record for record in seen.records if record[0] == "done"), None)
    findings = _told(seen.records, "found")
    outcome, reason = _outcome_of(seen, tests, done, findings)
    execution = {
        "outcome": outcome,
        "tests": [_public(test) for test in tests],
        "wallMs": round(seen.wall_ms, 1),
        "cpuMs": round(seen.cpu_ms, 1),
        "testCpuMs": round(min(float(done[1]), seen.cpu_ms) if done else seen.cpu_ms, 1),
        "peakMb": round(seen.peak_mb, 1),
        "stdout": seen.stdout,
        "stderr": seen.stderr,
        "flags": ["integrity:" + name for name in [*findings, *_told(seen.records, "noted"), *_steps(seen.records)]],
    }
    if begun is not None and begun[2]:
        execution["twin"] = describe_twin(parse_plan(begun[2]), seen.records)
    if reason:
        execution["reason"] = reason
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
        if kind in ("done", "fatal") and not is_last:
            return False
        if kind == "test" and not (record[2] in _SEVERITY and _is_number(record[3]) and _are_numbers(record)):
            return False
        if kind == "done" and not _is_number(record[1]):
            return False
    return True


def _told(records, kind):
    return list(dict.fromkeys(record[1] for record in records if record[0] == kind))


def _steps(records):
    return ["step " + step for step in _told(records, "step")]


def _are_numbers(record):
    """The lines of a test, and the assertions that a twin has reached."""
    return all(word.isdecimal() for word in [*record[4:6], *record[9].replace("|", " ").split()])


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
    fatal = next((record for record in seen.records if record[0] == "fatal"), None)
    if fatal is not None:
        return ("out-of-memory" if fatal[1] == "MemoryError" else "error"), fatal[3]
    if done is None:
        return "error", "exited with status %d before the last test" % (seen.status >> 8)
    if findings:
        return "tampered", "changed: " + ", ".join(findings[:5])
    if seen.status != 0:
        return "error", "exited with status %d" % (seen.status >> 8)
    return _outcome_of_tests(tests, seen.out_of_memory)


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


def _tests_of(records, required):
    """One entry per test in the order of running, the worst report of each; then those that never came."""
    tests = {}
    for record in records:
        if record[0] != "test":
            continue
        _, name, outcome, ms, line, _, kind, reason, message, _ = record
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
    for name in required:
        if name not in tests:
            tests[name] = {"name": name, "outcome": "missing", "ms": 0, "line": 0, "kind": "", "reason": "", "message": ""}
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
