"""The limits that the kernel enforces on each process of a sample.

Totals over processes are watched by serve/process_table.py.
"""

import resource

_STACK_MB = 10
_KINDS = ("CPU", "DATA", "AS", "CORE", "FSIZE", "NPROC", "NOFILE", "STACK")
# What we may set at most, by kind; read once, before the first fork.
_MOST = {kind: resource.getrlimit(kind)[1] for kind in (getattr(resource, "RLIMIT_" + name) for name in _KINDS)}


def apply_limits(limits, file_bytes, base_bytes, base_processes):
    """Called in the child, all of them: none depends on what became of the zygote's own. The memory of the warm image is not
    charged to the program. Data and stack are part of its memory, so neither gets more than that.
    """
    # The watchdog should act first: it counts all processes, and the kernel's two clocks differ by a few percent.
    cpu_seconds = -(-limits["cpuMs"] * 5 // 4000) + 2
    memory_mb = limits["memoryMb"]
    data_bytes = base_bytes["VmData"] + (min(memory_mb, limits.get("dataMb", memory_mb)) << 20)
    stack_bytes = min(memory_mb, limits.get("stackMb", _STACK_MB)) << 20
    processes = base_processes + limits["processes"]
    _apply(resource.RLIMIT_CORE, 0, 0)
    _apply(resource.RLIMIT_FSIZE, file_bytes, file_bytes)
    _apply(resource.RLIMIT_STACK, stack_bytes, stack_bytes)
    _apply(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    _apply(resource.RLIMIT_DATA, data_bytes, data_bytes)
    if "addressMb" in limits:
        address_bytes = base_bytes["VmSize"] + (limits["addressMb"] << 20)
        _apply(resource.RLIMIT_AS, address_bytes, address_bytes)
    _apply(resource.RLIMIT_NPROC, processes, processes)
    _apply(resource.RLIMIT_NOFILE, limits["files"], limits["files"])


def _apply(kind, soft, hard):
    most = _MOST[kind]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def bytes_in_use():
    """How much of RLIMIT_DATA (VmData) and of RLIMIT_AS (VmSize) this process already uses."""
    used = {"VmData": 0, "VmSize": 0}
    with open("/proc/self/status") as status:
        for line in status:
            name, _, value = line.partition(":")
            if name in used:
                used[name] = int(value.split()[0]) << 10
    return used
