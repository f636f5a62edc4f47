"""What samples use, from /proc: a snapshot of all processes, and a quick look at a sample that is one process only."""

import os
import time
from collections import namedtuple

_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


_BUSY = (b"R", b"D")
_THREADS_LOOKED_AT = 16
_THREADS_KEPT_OPEN = 64
_BUSY_SHARE = 0.15
_HAS_SCHEDSTAT = os.path.exists("/proc/self/schedstat")

# ticks: CPU of the process and the children it has waited for.
_Row = namedtuple("_Row", "parent ticks pages state threads")
# waited_ms: how long threads have waited for a CPU; None where the kernel does not tell.
Usage = namedtuple("Usage", "cpu_ms resident_bytes wants_cpu waited_ms")


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
        cpu_ms = resident = waited_ms = 0
        wants_cpu = False
        for pid in self.descendants(roots):
            row = self._rows[pid]
            cpu_ms += row.ticks * _TICK_MS
            resident += max(0, row.pages * _PAGE - shared_bytes)
            for path, state in _threads_of(pid, row):
                wants_cpu = wants_cpu or state in _BUSY
                waited_ms = _add(waited_ms, _read_waited_ms(path))
        return Usage(cpu_ms, resident, wants_cpu, waited_ms)


class LazyTable:
    """A snapshot that is taken when it is first needed."""

    def __init__(self):
        self._table = None

    def usage(self, roots, shared_bytes):
        if self._table is None:
            self._table = ProcessTable()
        return self._table.usage(roots, shared_bytes)


class QuickLook:
    """At a sample that is one process, through files that stay open: ten times as fast as a snapshot."""

    def __init__(self, pid, roots):
        self._pid, self._fds, self._threads = pid, [], []
        self._seen_at = self._seen_ms = None
        try:
            self._stat = self._open("%d/stat" % pid, self._fds)
            # Of its init; those of its own threads are looked at one by one.
            self._others = [self._open("%d/task/%d/children" % (root, root), self._fds) for root in roots if root != pid]
        except OSError:  # it has just ended, or this kernel has no such file
            self.close()

    def usage(self, shared_bytes):
        """None if a snapshot is needed."""
        try:
            if not self._fds or any(os.pread(fd, 16, 0) for fd in self._others):
                return None
            row = _parse_row(os.pread(self._stat, 4096, 0))
            if row.threads != len(self._threads):
                self._open_threads()
            ran_ms = waited_ms = 0
            for schedstat, children in self._threads:
                if os.pread(children, 16, 0):
                    return None
                ran, waited, _ = os.pread(schedstat, 256, 0).split()
                ran_ms += int(ran) / 1e6
                waited_ms += int(waited) / 1e6
        except (OSError, ValueError, IndexError):
            self._close_threads()  # one of them has just ended, or all have
            return None
        wants_cpu = row.state in _BUSY or len(self._threads) > 1 and self._was_busy(ran_ms + waited_ms)
        return Usage(row.ticks * _TICK_MS, max(0, row.pages * _PAGE - shared_bytes), wants_cpu, waited_ms)

    def _was_busy(self, active_ms):
        """Whether threads have run, or waited for a CPU, for a good part of the time since the last look."""
        now_ms, before_ms = time.monotonic() * 1000, self._seen_ms
        elapsed_ms = None if before_ms is None else now_ms - self._seen_at
        self._seen_at, self._seen_ms = now_ms, active_ms
        return elapsed_ms is None or active_ms - before_ms > _BUSY_SHARE * elapsed_ms

    def _open(self, name, fds):
        fd = os.open("/proc/" + name, os.O_RDONLY | os.O_CLOEXEC)
        fds.append(fd)
        return fd

    def _open_threads(self):
        self._close_threads()
        names = os.listdir("/proc/%d/task" % self._pid)
        if len(names) > _THREADS_KEPT_OPEN:
            raise ValueError("too many threads")
        for name in names:
            opened = []
            self._threads.append(opened)
            for file in ("schedstat", "children"):
                self._open("%d/task/%s/%s" % (self._pid, name, file), opened)

    def _close_threads(self):
        while self._threads:
            _close(self._threads.pop())

    def close(self):
        self._close_threads()
        _close(self._fds)


def _close(fds):
    while fds:
        os.close(fds.pop())


def resident_bytes(pid="self"):
    return int(read_file("/proc/%s/statm" % pid).split()[1]) * _PAGE


def read_file(path):
    """Twice as fast as Python's own files."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 4096)
    finally:
        os.close(fd)


def _read_row(path):
    try:
        return _parse_row(read_file(path + "/stat"))
    except OSError:
        return None


def _parse_row(text):
    fields = text[text.rindex(b")") + 2 :].split()
    return _Row(int(fields[1]), sum(map(int, fields[11:15])), int(fields[21]), fields[0], int(fields[17]))


def _threads_of(pid, row):
    """(path, state) of a process's first threads. One in a busy state runs or waits for a CPU or a disk, starved or not."""
    if row.threads < 2:
        return [("/proc/%d" % pid, row.state)]
    try:
        paths = ["/proc/%d/task/%s" % (pid, thread) for thread in os.listdir("/proc/%d/task" % pid)[:_THREADS_LOOKED_AT]]
    except OSError:
        return []
    rows = [(path, _read_row(path)) for path in paths]
    return [(path, thread.state) for path, thread in rows if thread is not None]


def _read_waited_ms(path):
    try:
        return int(read_file(path + "/schedstat").split()[1]) / 1e6
    except (OSError, ValueError, IndexError):
        return 0 if _HAS_SCHEDSTAT else None  # it has just ended, or the kernel keeps no count


def _add(sum_ms, waited_ms):
    return None if sum_ms is None or waited_ms is None else sum_ms + waited_ms
