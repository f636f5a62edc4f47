"""Runs a program with its tests in fresh interpreters, one after the other; prints wall and CPU milliseconds of each."""

import json
import os
import sys
import time

program, rounds = sys.argv[1], int(sys.argv[2])
results = []
for _ in range(rounds):
    started = time.monotonic()
    pid = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, "-B", program])
    _, status, used = os.wait4(pid, 0)
    assert status == 0, "the program failed in a fresh interpreter"
    results.append([(time.monotonic() - started) * 1000, (used.ru_utime + used.ru_stime) * 1000])
print(json.dumps(results))
