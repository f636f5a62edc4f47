"""One look at /proc: who is whose child, and what each has used."""

import os

_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class ProcessTable:
    def __init__(self):
        self._rows = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                row = _read_row(name)
                if row is not None:
                    self._rows[int(name)] = row

    def pids(self):
        return [pid for pid, (_, _, _, state) in self._rows.items() if state != "Z"]

    def descendants(self, roots):
        """The roots that exist, their children, and theirs."""
        children = {}
        for pid, row in self._rows.items():
            children.setdefault(row[0], []).append(pid)
        found, waiting = set(), [pid for pid in roots if pid in self._rows]
        while waiting:
            pid = waiting.pop()
            if pid not in found:
                found.add(pid)
                waiting += children.get(pid, ())
        return found

    def usage(self, roots, shared_bytes):
        """(CPU ms, resident bytes) of trees of processes; what each shares with the warm image is not counted."""
        cpu_ms = resident = 0
        for pid in self.descendants(roots):
            _, ticks, pages, _ = self._rows[pid]
            cpu_ms += ticks * _TICK_MS
            resident += max(0, pages * _PAGE - shared_bytes)
        return cpu_ms, resident


def _read_row(name):
    """(parent, CPU ticks with waited children, resident pages, state)"""
    try:
        with open("/proc/%s/stat" % name, "rb") as file:
            text = file.read()
    except OSError:
        return None
    fields = text[text.rindex(b")") + 2 :].split()
    return int(fields[1]), sum(map(int, fields[11:15])), int(fields[21]), fields[0].decode()
