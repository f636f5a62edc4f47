"""The limits that the kernel enforces on each process of a sample.

Totals over processes are watched by serve/process_table.py.
"""

import resource

_STACK_BYTES = 10 << 20
_KINDS = ("CPU", "DATA", "CORE", "FSIZE", "NPROC", "NOFILE", "STACK")
# What we may set at most, by kind; read once, before the first fork.
_MOST = {kind: resource.getrlimit(kind)[1] for kind in (getattr(resource, "RLIMIT_" + name) for name in _KINDS)}


def apply_common_limits(file_bytes):
    """Called in the zygote: what every sample inherits."""
    _apply(resource.RLIMIT_CORE, 0, 0)
    _apply(resource.RLIMIT_FSIZE, file_bytes, file_bytes)
    _apply(resource.RLIMIT_STACK, _STACK_BYTES, _STACK_BYTES)


def apply_limits(limits, base_data_bytes, base_processes):
    """Called in the child. The memory of the warm image is not charged to the program."""
    # The watchdog should act first: it counts all processes, and the kernel's two clocks differ by a few percent.
    cpu_seconds = -(-limits["cpuMs"] * 5 // 4000) + 2
    data_bytes = base_data_bytes + (limits["memoryMb"] << 20)
    processes = base_processes + limits["processes"]
    _apply(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    _apply(resource.RLIMIT_DATA, data_bytes, data_bytes)
    _apply(resource.RLIMIT_NPROC, processes, processes)
    _apply(resource.RLIMIT_NOFILE, limits["files"], limits["files"])


def _apply(kind, soft, hard):
    most = _MOST[kind]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def data_bytes_in_use():
    """How much of RLIMIT_DATA this process already uses."""
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmData:"):
                return int(line.split()[1]) << 10
    return 0
