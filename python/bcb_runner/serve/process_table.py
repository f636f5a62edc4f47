"""A snapshot of /proc: who is whose child, and what each has used."""

import os
from collections import namedtuple

_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


_BUSY = (b"R", b"D")
_THREADS_LOOKED_AT = 16

# ticks: CPU of the process and the children it has waited for.
_Row = namedtuple("_Row", "parent ticks pages state threads")
Usage = namedtuple("Usage", "cpu_ms resident_bytes wants_cpu")


class ProcessTable:
    def __init__(self):
        self._rows = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                row = _read_row("/proc/" + name)
                if row is not None:
                    self._rows[int(name)] = row

    def pids(self):
        return [pid for pid, row in self._rows.items() if row.state != b"Z"]

    def descendants(self, roots):
        """The roots that exist, their children, and theirs."""
        children = {}
        for pid, row in self._rows.items():
            children.setdefault(row.parent, []).append(pid)
        found, waiting = set(), [pid for pid in roots if pid in self._rows]
        while waiting:
            pid = waiting.pop()
            if pid not in found:
                found.add(pid)
                waiting += children.get(pid, ())
        return found

    def usage(self, roots, shared_bytes):
        """What process trees use; memory shared with the warm image does not count as resident."""
        cpu_ms = resident = 0
        wants_cpu = False
        for pid in self.descendants(roots):
            row = self._rows[pid]
            cpu_ms += row.ticks * _TICK_MS
            resident += max(0, row.pages * _PAGE - shared_bytes)
            wants_cpu = wants_cpu or _wants_cpu(pid, row)
        return Usage(cpu_ms, resident, wants_cpu)


def _read_row(path):
    try:
        with open(path + "/stat", "rb") as file:
            text = file.read()
    except OSError:
        return None
    fields = text[text.rindex(b")") + 2 :].split()
    return _Row(int(fields[1]), sum(map(int, fields[11:15])), int(fields[21]), fields[0], int(fields[17]))


def _wants_cpu(pid, row):
    """Whether any of a process's first threads runs or waits for a CPU or a disk, starved or not."""
    if row.state in _BUSY or row.threads < 2:
        return row.state in _BUSY
    try:
        threads = os.listdir("/proc/%d/task" % pid)[:_THREADS_LOOKED_AT]
    except OSError:
        return False
    rows = (_read_row("/proc/%d/task/%s" % (pid, thread)) for thread in threads)
    return any(thread is not None and thread.state in _BUSY for thread in rows)
