"""What a fork costs by what is in memory. Arguments: modules to import first. Prints JSON.

Runs in the sandbox of a runner. A child touches some modules, as every program does, and leaves.
"""

import importlib
import json
import os
import sys
import time

sys.path.insert(0, "/opt/bcb/runner")
from bcb_runner.serve import warm  # noqa: E402
from bcb_runner.serve.few_mappings import join_mappings  # noqa: E402
from bcb_runner.serve.one_heap import put_objects_on_heap  # noqa: E402
from bcb_runner.serve.process_table import resident_bytes  # noqa: E402

FORKS = 60
# Libraries want a home that they can write to.
os.environ.update(HOME="/tmp", MPLCONFIGDIR="/tmp", XDG_CACHE_HOME="/tmp")


def median(values):
    return sorted(values)[len(values) // 2]


def main(modules):
    put_objects_elsewhere = put_objects_on_heap()
    for name in modules:
        importlib.import_module(name)
    join_mappings()
    warm.freeze()
    put_objects_elsewhere()
    forks, children = [], []
    for _ in range(FORKS):
        started = time.perf_counter()
        pid = os.fork()
        if pid == 0:
            [vars(module) for module in list(sys.modules.values())[:300]]
            os._exit(0)
        forks.append((time.perf_counter() - started) * 1000)
        _, _, used = os.wait4(pid, 0)
        children.append((used.ru_utime + used.ru_stime) * 1000)
    with open("/proc/self/maps") as maps:
        mappings = sum(1 for _ in maps)
    resident_mb = round(resident_bytes() / 2**20)
    print(json.dumps({"residentMb": resident_mb, "mappings": mappings, "forkMs": median(forks), "childMs": median(children)}))


main(sys.argv[1:])
