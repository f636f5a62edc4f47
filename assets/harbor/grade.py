"""Grades /app/solution.py with `bcb evaluate` and writes reward.json. Without a verdict there is no reward, not a reward of 0.

The reference solution runs first: where it fails, nothing can be graded. The container is the grader's own, so it may take the
place of the sandbox where no namespaces can be made: the program then has a user of its own.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile

SOLUTION = "/app/solution.py"
LOGS = "/logs/verifier"
TESTS = os.path.dirname(os.path.abspath(__file__))
TASK = os.path.join(TESTS, "task")
MOST_BYTES = 1 << 20


def read_solution():
    """None if there is none: it must be a plain file at this very place, since a link could lead to the reference solution."""
    try:
        fd = os.open(SOLUTION, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(fd, "rb") as file:
        is_plain = stat.S_ISREG(os.fstat(fd).st_mode) and os.path.realpath(SOLUTION) == SOLUTION
        data = file.read(MOST_BYTES + 1) if is_plain else None
    return None if data is None or len(data) > MOST_BYTES else data.decode("utf-8-sig", "replace")


def find_level():
    """The sandbox that can be made here, before anything untrusted runs."""
    nothing = json.dumps({"id": 0, "script": ""}).encode()
    command = ["bcb", "exec", "--isolation", "namespaces"]
    if subprocess.run(command, input=nothing, cwd="/", stdout=subprocess.DEVNULL).returncode == 0:
        return "namespaces"
    return "none" if os.getuid() == 0 else "landlock"


def evaluate(solution, folder):
    """The report of `bcb evaluate`."""
    with open(os.path.join(TASK, "task.json"), encoding="utf-8") as file:
        task_id = json.load(file)["task_id"]
    samples, report = os.path.join(folder, "solution.jsonl"), os.path.join(folder, "report.json")
    with open(samples, "w", encoding="utf-8") as file:
        file.write(json.dumps({"task_id": task_id, "solution": solution}) + "\n")
    command = ["bcb", "evaluate", "--samples", samples, "--subset", TASK, "--out", os.path.join(folder, "out")]
    command += ["--integrity", "proven", "--cache", "false", "--reporter", "json:" + report]
    code = subprocess.run([*command, "--isolation", find_level()], cwd=folder, stdin=subprocess.DEVNULL).returncode
    if code != 0:
        sys.exit("`bcb evaluate` exited with %d: nothing was graded." % code)
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def reward_of(report, is_answered):
    if report["groundTruth"]["failed"]:
        sys.exit("The reference solution does not pass here: nothing was graded.")
    (verdict,) = report["verdicts"]
    proof = verdict.get("proof", {}).get("state")
    outcomes = [test["outcome"] for test in verdict["tests"]]
    passed, not_run = outcomes.count("pass"), outcomes.count("not-run")
    return {
        "reward": 1.0 if is_answered and verdict["status"] == "pass" and proof != "unproven" else 0.0,
        "tests_passed": passed,
        "tests_failed": len(outcomes) - passed - not_run,
        "tests_not_run": not_run,
        "solution_proven": int(proof == "proven"),
    }


def empty_logs():
    for name in ("reward.json", "reward.txt", "report.json"):
        path = os.path.join(LOGS, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.unlink(path)


def main():
    os.makedirs(LOGS, exist_ok=True)
    solution = read_solution()
    mode = stat.S_IMODE(os.stat(LOGS).st_mode)
    if os.getuid() == 0:  # the program has another user: neither are the tests its business, nor the reward
        os.chmod(TESTS, stat.S_IRWXU)
        os.chmod(LOGS, stat.S_IRWXU)
    try:
        empty_logs()
        with tempfile.TemporaryDirectory() as folder:
            report = evaluate(solution or "", folder)
        reward = reward_of(report, solution is not None)
        for name, value in (("report.json", report), ("reward.json", reward)):
            with open(os.path.join(LOGS, name), "x", encoding="utf-8") as file:
                json.dump(value, file, allow_nan=False)
        print(json.dumps(reward))
    finally:
        os.chmod(LOGS, mode)


main()
