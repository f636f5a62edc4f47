"""The server's loop: jobs come in as frames, each becomes a sample, executions go out as frames.

One thread, one epoll. Nothing here waits for a sample: a place that is being wiped out is waited for like any event.
"""

import json
import os
import select
import time
from collections import deque, namedtuple

from ..confine.cgroup import CgroupPool
from ..judge.verdict import SetupFailed
from .fork_requests import ZygoteLink
from .frames import FrameError, FrameReader, read_frame, write_frame
from .process_table import LazyTable, resident_bytes
from .sample import Sample
from .shared_places import SharedPlaces
from .places import NamespacedPlaces

_TICK_SECONDS = 0.1
# Of a sample that keeps computing, or keeps sleeping, there is little to tell.
_TICKS_PER_REPORT = 4
_TICKS_PER_LOOK_AT_RESTING = 8
# A sample that ends sooner is read once, at its end: each time that it wakes us takes as long as a short test.
_DEAF_SECONDS = 0.02
_CHUNK = 1 << 16

# What samples are made of. file_bytes: how much each may write.
Means = namedtuple("Means", "zygote cgroup file_bytes")


def start(config, in_fd, out_fd, nursery, channel, zygote_pid):
    """(server, what to tell the parent first), once the zygote is warm. nursery: makes places, unless they are shared."""
    places = SharedPlaces(config, zygote_pid) if nursery is None else NamespacedPlaces(nursery)
    means = Means(
        zygote=ZygoteLink(channel, zygote_pid),
        cgroup=CgroupPool(config["cgroup"], config.get("cpuGroup")) if config.get("cgroup") else None,
        file_bytes=config["tmpMb"] << 20,
    )
    facts = read_frame(channel.fileno())
    if facts is None:
        raise SystemExit("the zygote died while it was warming up")
    return Server(in_fd, out_fd, places, means), {**facts, "pid": os.getpid(), "placesAtOnce": places.places_at_once}


class Server:
    def __init__(self, in_fd, out_fd, places, means):
        self._in_fd, self._out_fd = in_fd, out_fd
        self._places, self._means = places, means
        self._shared_bytes = resident_bytes(means.zygote.pid)
        self._own_bytes = resident_bytes()
        self._frames = FrameReader()
        self._samples = {}
        self._unheard = deque()
        self._handlers = {}
        self._poll = select.epoll()
        self._next_tick = time.monotonic() + _TICK_SECONDS
        self._ticks = 0
        self._listen(in_fd, self._read_parent)
        self._listen(means.zygote.fileno(), self._miss_zygote)

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
        for text in messages:
            message = json.loads(text)
            if message["type"] == "run":
                self._begin(message, text)
            elif message["type"] == "cancel":
                sample = self._samples.get(message["id"])
                if sample is not None:
                    sample.is_cancelled = True
                    sample.kill()
            elif message["type"] == "call":
                sample = self._samples.get(message["id"])
                if sample is not None:
                    sample.call(message["code"], message["wallMs"])

    def _miss_zygote(self, _fd):
        raise SystemExit("the zygote is gone")

    def stop(self):
        """The parent is gone or wants us gone: end everything we started."""
        for sample in self._samples.values():
            sample.kill()
        self._means.zygote.kill()
        self._places.dismantle()
        raise SystemExit(0)

    def _begin(self, job, text):
        places = []
        try:
            places.append(self._places.open_place())
            if job.get("separate") is not None and self._places.places_at_once is None:
                places.append(self._places.open_place())
            sample = Sample(job, text, places[0], self._means, *places[1:])
        except OSError as error:
            for place in places:
                place.kill()
                place.close()
            self._send({"type": "fault", "id": job["id"], "reason": "cannot start a sample: %s" % error})
            return
        self._samples[sample.id] = sample
        if sample.is_conversation:
            self._hear(sample)
        else:
            self._unheard.append(sample)
        self._listen(sample.pidfd, lambda fd: self._main_ended(sample))
        if sample.partner is not None:
            self._listen(sample.partner.pidfd, lambda fd: self._unlisten(fd) or sample.reap_partner())

    def _hear(self, sample):
        self._listen(sample.result_fd, lambda fd: self._read_results(sample) or self._unlisten(fd))
        for fd in (sample.stdout_fd, sample.stderr_fd):
            self._listen(fd, lambda fd: sample.read_output(fd) or self._unlisten(fd))

    def _read_results(self, sample):
        is_open = sample.read_results()
        for reply in sample.take_replies():
            self._send({"type": "replied", "id": sample.id, **reply})
        return is_open

    def _main_ended(self, sample):
        self._unlisten(sample.pidfd)
        if sample.partner is not None:
            self._unlisten(sample.partner.pidfd)
        sample.reap()
        waiting = set(sample.gone_fds)
        if not waiting:
            return self._finish(sample)

        def gone(fd):
            self._unlisten(fd)
            waiting.discard(fd)
            if not waiting:
                self._finish(sample)

        # The rest is the kernel's work: the parent may already send the next job.
        self._send({"type": "ended", "id": sample.id})
        for fd in list(waiting):
            self._listen(fd, gone)

    def _finish(self, sample):
        for fd in (sample.result_fd, sample.stdout_fd, sample.stderr_fd):
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
                sample.pass_deadline()
        while self._unheard and now >= self._unheard[0].started + _DEAF_SECONDS:
            sample = self._unheard.popleft()
            if self._samples.get(sample.id) is sample:
                self._hear(sample)
        if now < self._next_tick:
            return
        self._next_tick = now + _TICK_SECONDS
        self._ticks += 1
        is_for_all = self._ticks % _TICKS_PER_LOOK_AT_RESTING == 0
        awake = (sample for sample in self._samples.values() if is_for_all or not sample.is_resting)
        old = [sample for sample in awake if now - sample.started >= _TICK_SECONDS]
        table = LazyTable()
        news = [sample for sample in old if sample.watch(table, self._shared_bytes)]
        if self._ticks % _TICKS_PER_REPORT == 0:
            news = old
        if news:
            loads = [[sample.id, *sample.load] for sample in news]
            self._send({"type": "load", "samples": loads, "residentMb": self._resident_mb()})

    def _resident_mb(self):
        return round((resident_bytes(self._means.zygote.pid) + resident_bytes() - self._own_bytes) / 2**20)

    def _listen(self, fd, handler):
        self._handlers[fd] = handler
        self._poll.register(fd, select.EPOLLIN)

    def _unlisten(self, fd):
        if fd is not None and self._handlers.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def _send(self, message):
        write_frame(self._out_fd, message)
