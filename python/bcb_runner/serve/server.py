"""The zygote's loop: jobs come in as frames, each becomes a sample, executions go out as frames.

One thread, one epoll. Nothing here waits for a sample: a place that is being wiped out is waited for like any event.
"""

import functools
import os
import select
import time
from collections import deque, namedtuple

from .frames import FrameError, FrameReader, write_frame
from .process_table import ProcessTable
from .sample import Sample
from ..judge.verdict import SetupFailed
from .warm import resident_bytes

_TICK_SECONDS = 0.1
# A sample that ends sooner is read once, at its end: each time that it wakes us takes as long as a short test.
_DEAF_SECONDS = 0.02
_CHUNK = 1 << 16

# What every sample of this zygote gets; streams: (stdin, stdout, stderr); base_data_bytes: how much of RLIMIT_DATA the
# warm image uses.
Settings = namedtuple("Settings", "filter prepare streams cgroup base_data_bytes file_bytes")


class Server:
    def __init__(self, in_fd, out_fd, world, settings):
        self._in_fd, self._out_fd = in_fd, out_fd
        self._world, self._settings = world, settings
        self._shared_bytes = resident_bytes()
        self._frames = FrameReader()
        self._samples = {}
        self._unheard = deque()
        self._handlers = {}
        self._poll = select.epoll()
        self._next_tick = time.monotonic() + _TICK_SECONDS
        self._listen(in_fd, self._read_parent)

    def run(self):
        while True:
            for fd, _ in self._poll.poll(self._wait_seconds()):
                handler = self._handlers.get(fd)
                if handler is not None:
                    handler(fd)
            self._look_at_clock()

    def _wait_seconds(self):
        if not self._samples:
            return None
        now = time.monotonic()
        nearest = min(sample.deadline for sample in self._samples.values())
        if self._unheard:
            nearest = min(nearest, self._unheard[0].started + _DEAF_SECONDS)
        return max(0, min(self._next_tick, nearest) - now)

    def _read_parent(self, fd):
        data = os.read(fd, _CHUNK)
        if not data:
            self.stop()
        try:
            messages = self._frames.feed(data)
        except (FrameError, ValueError) as error:
            raise SystemExit("bad frame from the parent: %s" % error)
        for message in messages:
            if message["type"] == "run":
                self._begin(message)
            elif message["type"] == "cancel":
                sample = self._samples.get(message["id"])
                if sample is not None:
                    sample.is_cancelled = True
                    sample.kill()

    def stop(self):
        """The parent is gone or wants us gone: end everything we started."""
        for sample in self._samples.values():
            sample.kill()
        self._world.dismantle()
        raise SystemExit(0)

    def _begin(self, job):
        place = None
        try:
            place = self._world.open_place()
            sample = Sample(job, place, self._settings)
        except OSError as error:
            if place is not None:
                place.kill()
                place.close()
            self._send({"type": "fault", "id": job["id"], "reason": "cannot start a sample: %s" % error})
            return
        self._samples[sample.id] = sample
        self._unheard.append(sample)
        self._listen(sample.pidfd, lambda fd: self._main_ended(sample))

    def _hear(self, sample):
        self._listen(sample.result_fd, lambda fd: sample.read_results() or self._unlisten(fd))
        for fd in (sample.stdout_fd, sample.stderr_fd):
            self._listen(fd, lambda fd: sample.read_output(fd) or self._unlisten(fd))

    def _main_ended(self, sample):
        self._unlisten(sample.pidfd)
        sample.reap()
        if sample.gone_fd is None:
            self._finish(sample)
        else:
            # The rest is the kernel's work: the parent may already send the next job.
            self._send({"type": "ended", "id": sample.id})
            self._listen(sample.gone_fd, lambda fd: self._finish(sample))

    def _finish(self, sample):
        for fd in (sample.gone_fd, sample.result_fd, sample.stdout_fd, sample.stderr_fd):
            self._unlisten(fd)
        del self._samples[sample.id]
        try:
            execution = sample.finish()
        except SetupFailed as error:
            self._send({"type": "fault", "id": sample.id, "reason": str(error)})
            return
        if sample.is_cancelled:
            self._send({"type": "cancelled", "id": sample.id})
        else:
            self._send({"type": "done", "id": sample.id, "execution": execution})

    def _look_at_clock(self):
        now = time.monotonic()
        for sample in list(self._samples.values()):
            if now >= sample.deadline:
                sample.end("wall")
                sample.deadline = float("inf")
        while self._unheard and now >= self._unheard[0].started + _DEAF_SECONDS:
            sample = self._unheard.popleft()
            if self._samples.get(sample.id) is sample:
                self._hear(sample)
        if now < self._next_tick:
            return
        self._next_tick = now + _TICK_SECONDS
        old = [sample for sample in self._samples.values() if now - sample.started >= _TICK_SECONDS]
        if old:
            take_table = functools.cache(ProcessTable)
            loads = [[sample.id, *sample.watch(take_table, self._shared_bytes)] for sample in old]
            self._send({"type": "load", "samples": loads, "residentMb": round(resident_bytes() / 2**20)})

    def _listen(self, fd, handler):
        self._handlers[fd] = handler
        self._poll.register(fd, select.EPOLLIN)

    def _unlisten(self, fd):
        if fd is not None and self._handlers.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def _send(self, message):
        write_frame(self._out_fd, message)
