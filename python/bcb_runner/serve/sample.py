"""One running sample, seen from the server: its processes, its pipes, its clock, and how it ends.

A sample runs, then dies (of itself or because a limit was passed), then is gone: no process of it is left. Only then
is it judged.
"""

import os
import signal
import socket
import time

from .. import script
from ..judge.records import MAX_RESULT_BYTES, NONCE_BYTES, parse_records
from ..judge.reporter import without_addresses
from ..confine import last_stack
from ..confine.stdio import OutputTail
from ..judge.verdict import Observation, SetupFailed, judge
from .channels import one_way_socket
from .fork_requests import ForkRequest, open_job
from .partner import SAID_NOTHING, Partner
from .process_table import QuickLook

_OUT_OF_TIME = ("wall", "cpu")
# What an interrupted call has until its place is wiped out.
_SECONDS_TO_OBEY = 2
# Of a conversation: a reply takes some twenty bytes.
_MAX_REPLY_BYTES = 1 << 16
# The parent takes a sample that is quiet for so long to be asleep.
_LOOKS_TO_SLEEP = 3
_CHUNK = 1 << 16
_CHUNKS_AT_ONCE = 17  # a pipe made as large as it may be (1 MiB), and the end of the stream


class Sample:
    def __init__(self, job, text, place, means, second_place=None):
        """job: parsed; text: the same as JSON; means: see server.py; second_place: for the program of a job that is judged
        separately, where places are not shared.
        """
        self.id = job["id"]
        self._limits = job["limits"]
        self._is_script = job.get("script") is not None
        self._is_fail_fast = bool(job.get("failFast"))
        self.is_conversation = bool(job.get("isConversation"))
        # Waits for a call: there is little to look after.
        self.is_resting = False
        self._is_interrupted = False
        self._link = None
        self._replies = 0
        self._max_result_bytes = script.MAX_RESULT_BYTES if self._is_script else MAX_RESULT_BYTES
        if self.is_conversation:
            self._max_result_bytes = _MAX_REPLY_BYTES
        self._place = place
        self._nonce = os.urandom(NONCE_BYTES)
        self._file_bytes = means.file_bytes
        self._leaf = means.cgroup.take(self._limits) if means.cgroup else None
        self._ended_by = None
        self._status = None
        self._cpu_ms = self._peak_mb = 0.0
        self.is_cancelled = False
        self._results = bytearray()
        kept = self._limits["outputKb"] << 10
        self._most_output = self._limits["maxOutputMb"] * 1_000_000
        self._tails = (OutputTail(kept), OutputTail(kept))
        self.started = time.monotonic()
        self.deadline = self._last_deadline = self.started + self._limits["wallMs"] / 1000
        self._ended = None
        self._quick_look = None
        self._quiet_looks = 0
        self.load = None
        self.partner = None
        try:
            if job.get("separate") is not None:
                # Before the tests come near the zygote.
                self.partner = Partner(job, second_place, place, _leaves_of(self._leaf), means.zygote)
            self._start(text, means.zygote)
        except BaseException:
            if self.partner is not None:
                self.partner.kill()
                self.partner.reap()
                self.partner.close()
            if self._leaf is not None:
                self._leaf.release()
            raise

    def _start(self, text, zygote):
        reads, writes = [], []
        partner = self.partner
        try:
            writes.append(open_job(text))
            outputs = 0 if partner is not None else 2
            pipes = (os.pipe2(os.O_CLOEXEC) for _ in range(outputs))
            for read, write in (one_way_socket(), *pipes, one_way_socket()):
                reads.append(read)
                writes.append(write)
            if partner is not None:  # what is shown is what the program writes
                writes[-1:-1] = [os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC) for _ in range(2)]
            place, leaf = self._place, self._leaf
            link_fd = None if partner is None else partner.link_fd
            if self.is_conversation:
                self._link, link = socket.socketpair()
                self._link.setblocking(False)
                link_fd = link.detach()
                writes.append(link_fd)
            self.pid = zygote.fork(
                ForkRequest(
                    *(writes[0], place.real_uid, place.base_processes, self._nonce, writes[1:5]),
                    *(place.gone_fd, _leaves_of(leaf), link_fd),
                )
            )
        except BaseException:
            for fd in reads:
                os.close(fd)
            if self._link is not None:
                self._link.close()
            raise
        finally:
            if partner is not None:
                os.close(partner.link_fd)
            for fd in writes:
                os.close(fd)
        for fd in reads:
            os.set_blocking(fd, False)
        self.result_fd, *outputs, self._stack_fd = reads
        self.stdout_fd, self.stderr_fd = (partner.stdout_fd, partner.stderr_fd) if partner is not None else outputs
        self.pidfd = os.pidfd_open(self.pid)

    @property
    def root_pids(self):
        own = [self.pid] + self._place.root_pids
        return own if self.partner is None else own + self.partner.root_pids

    @property
    def gone_fds(self):
        """Readable once nothing is left of it, after its main process has ended."""
        places = [self._place] if self.partner is None or self.partner.place is None else [self._place, self.partner.place]
        return [place.gone_fd for place in places if place.gone_fd is not None]

    def read_results(self):
        """False at the end of the stream."""
        for data in _chunks(self.result_fd):
            if not data:
                return False
            if len(self._results) <= self._max_result_bytes:
                self._results += data
            else:
                self.end("flood")
        return True

    def call(self, code, wall_ms):
        """Gives a conversation its next piece of code, which is interrupted when its time is over."""
        self.is_resting = self._is_interrupted = False
        self.deadline = min(self._last_deadline, time.monotonic() + wall_ms / 1000)
        piece = open_job(code.encode("utf-8", "surrogatepass"))
        try:
            socket.send_fds(self._link, [b"\0"], [piece])
        except OSError:
            self.kill()  # it does not listen
        finally:
            os.close(piece)

    def take_replies(self):
        """What a conversation has answered since the last time, with what was printed meanwhile."""
        if not self.is_conversation:
            return
        records, forged = parse_records(bytes(self._results), self._nonce)
        if forged:
            self.end("flood")
        while self._replies < len(records):
            kind, *reason = records[self._replies]
            self._replies += 1
            if kind != "replied" or len(reason) != 1:
                continue
            for fd in (self.stdout_fd, self.stderr_fd):
                self.read_output(fd)
            stdout, stderr = (tail.take() for tail in self._tails)
            self._count_cpu(0)
            self.is_resting = True
            if self._ended_by is None:
                self.deadline = self._last_deadline
            used = {"cpuMs": round(self._cpu_ms, 1), "peakMb": round(self._peak_mb, 1)}
            how = {"reason": reason[0], "isInterrupted": self._is_interrupted}
            yield {**how, "stdout": stdout, "stderr": stderr, **used}

    def read_output(self, fd):
        tail = self._tails[0 if fd == self.stdout_fd else 1]
        for data in _chunks(fd):
            if not data:
                return False
            tail.add(data)
            if self._is_flooded():
                self.end("output")
        return True

    def _is_flooded(self):
        return sum(tail.total for tail in self._tails) > self._most_output

    def watch(self, table, shared_bytes):
        """Enforces the totals over all processes. Whether there is news of its load: it woke up, or is falling asleep.

        table: the snapshot of this moment, for samples that have more than one process.
        """
        if self._quick_look is None and self.partner is None:
            self._quick_look = QuickLook(self.pid, self.root_pids)
        orphans = self._place.orphans(self.pid)
        quick = None if orphans or self._quick_look is None else self._quick_look.usage(shared_bytes)
        usage = quick or table.usage([*self.root_pids, *orphans], shared_bytes)
        resident = usage.resident_bytes
        self._count_cpu(usage.cpu_ms)
        self._peak_mb = max(self._peak_mb, (resident + shared_bytes) / 2**20)
        if self._cpu_ms > self._limits["cpuMs"]:
            self.end("cpu")
        elif resident > self._limits["memoryMb"] << 20 or (self._leaf is not None and self._leaf.has_killed()):
            self.end("memory")
        elif hasattr(self._place, "used_bytes") and self._place.used_bytes() > self._file_bytes:
            self.end("disk")
        has_turned = self.load is None or self.load[1] != usage.wants_cpu
        self._quiet_looks = 0 if usage.wants_cpu else self._quiet_looks + 1
        # CPU milliseconds, whether it wants more, and how long it waited.
        self.load = round(self._cpu_ms), usage.wants_cpu, usage.waited_ms
        return has_turned or 0 < self._quiet_looks <= _LOOKS_TO_SLEEP

    def _count_cpu(self, seen_ms):
        """seen_ms: of processes that could be seen. A control group counts those that came and went unseen, too. What it uses
        after its time is over does not count.
        """
        if self._ended is None:
            self._cpu_ms = max(self._cpu_ms, seen_ms, self._leaf.cpu_ms() if self._leaf is not None else 0)

    def end(self, reason):
        """Kills the sample because of a limit; the first reason counts. One whose time is over may say first where it is."""
        if self._status is not None:
            return
        before = self._ended_by
        self._ended_by = before or reason
        if reason not in _OUT_OF_TIME:
            if before is None or before in _OUT_OF_TIME:
                self.kill()
        elif before is None:
            self._ended = time.monotonic()
            self.deadline = self._ended + last_stack.GRACE_SECONDS
            has_program = self.partner is not None and self.partner.status is None
            last_stack.ask(self.partner.pidfd if has_program else self.pidfd)

    def reap_partner(self):
        self.partner.reap()
        if self._ended_by in _OUT_OF_TIME:
            last_stack.ask(self.pidfd)  # it may be the tests that did not end

    def pass_deadline(self):
        """Its time is over, and then that to say where it is."""
        if self.is_conversation and not self._is_interrupted and time.monotonic() < self._last_deadline:
            self._is_interrupted = True
            self.deadline = time.monotonic() + _SECONDS_TO_OBEY
            signal.pidfd_send_signal(self.pidfd, signal.SIGINT)
            return
        self.deadline = float("inf")
        if self._ended_by is None:
            self.end("wall")
        elif self._status is None:
            self.kill()

    def kill(self):
        self._place.kill()
        if self.partner is not None:
            self.partner.kill()
        try:
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def reap(self):
        """The main process is dead: takes its status and kills the rest of its place."""
        _, self._status, used = os.wait4(self.pid, 0)
        self._count_cpu((used.ru_utime + used.ru_stime) * 1000)
        self._peak_mb = max(self._peak_mb, used.ru_maxrss / 1024)
        self._place.kill()
        if self.partner is not None:
            self.partner.kill()
            if self.partner.status is None:
                self.partner.reap()
            self._count_cpu((used.ru_utime + used.ru_stime) * 1000 + self.partner.cpu_ms)
            self._peak_mb = max(self._peak_mb, self.partner.peak_mb)
        self._ended = self._ended or time.monotonic()

    def finish(self):
        """Everything is gone: drains what was written, frees the place and returns the execution."""
        self._place.close()
        if self._quick_look is not None:
            self._quick_look.close()
        self.read_results()
        for fd in (self.stdout_fd, self.stderr_fd):
            self.read_output(fd)
        stack = self._read_stack() if self._ended_by in _OUT_OF_TIME else ""
        for fd in (self.result_fd, self.stdout_fd, self.stderr_fd, self._stack_fd, self.pidfd):
            os.close(fd)
        if self._link is not None:
            self._link.close()
        failure = None if self.partner is None else self.partner.close()
        records, forged = parse_records(bytes(self._results), self._nonce)
        out_of_memory = self._leaf is not None and self._leaf.release()
        # Tests that need no program may have ended before its process began.
        has_last_word = bool(records) and records[-1][0] in ("unprovable", "fatal")
        if failure is not None and self._ended_by is None and not (failure == SAID_NOTHING and has_last_word):
            raise SetupFailed(failure)
        judge_it = script.judge_script if self._is_script else judge
        stdout, stderr = (tail.text() for tail in self._tails)
        return judge_it(
            Observation(
                records=records,
                forged=forged,
                status=self._status,
                partner_status=None if self.partner is None else self.partner.status,
                ended_by=self._ended_by or ("output" if self._is_flooded() else None),
                out_of_memory=out_of_memory,
                limits=self._limits,
                cpu_ms=self._cpu_ms,
                wall_ms=(self._ended - self.started) * 1000,
                peak_mb=self._peak_mb,
                # A script's output is its result; a judged program's must not differ from run to run.
                stdout=stdout if self._is_script else without_addresses(stdout),
                stderr=stderr if self._is_script else without_addresses(stderr),
                fail_fast=self._is_fail_fast,
                stack=stack,
            )
        )

    def _read_stack(self):
        of_program = "" if self.partner is None else last_stack.read_stack(self.partner.stack_fd)
        return of_program or last_stack.read_stack(self._stack_fd)


def _leaves_of(leaf):
    return () if leaf is None else leaf.tasks_fds


def _chunks(fd):
    """What can be read now, bounded so that no writer holds us up; ends with b"" if the stream has ended."""
    for _ in range(_CHUNKS_AT_ONCE):
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return
        yield data
        if not data:
            return
