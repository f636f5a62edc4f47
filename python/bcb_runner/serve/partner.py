"""The second process of a separately judged job: it holds the program, the sample's main process holds the tests."""

import json
import os
import signal
import socket

from ..judge.records import NONCE_BYTES, parse_records
from .channels import one_way_socket
from .fork_requests import ForkRequest, open_job


SAID_NOTHING = "nothing"


class Partner:
    """place: its own, unless places are shared; home: that of the tests."""

    def __init__(self, job, place, home, leaves, zygote):
        self.place, self.status, self.cpu_ms, self.peak_mb = place, None, 0.0, 0.0
        self._nonce = os.urandom(NONCE_BYTES)
        here, link = socket.socketpair()
        # Neither the program nor its tests: those would be in the memory that its process starts with.
        text = json.dumps({"limits": job["limits"], "seed": job["seed"]}).encode("ascii")
        reads, writes = [], []
        try:
            writes.append(open_job(text))
            pipes = (os.pipe2(os.O_CLOEXEC) for _ in range(2))
            for read, write in (one_way_socket(), *pipes, one_way_socket()):
                reads.append(read)
                writes.append(write)
            init, inside = (None, None) if place is None else (place.gone_fd, home.gone_fd)
            self.pid = zygote.fork(
                ForkRequest(
                    *(writes[0], home.real_uid, home.base_processes, self._nonce, writes[1:]),
                    *(init, leaves, link.fileno(), inside),
                )
            )
        except BaseException:
            here.close()
            for fd in reads:
                os.close(fd)
            raise
        finally:
            link.close()
            for fd in writes:
                os.close(fd)
        for fd in reads:
            os.set_blocking(fd, False)
        self._result_fd, self.stdout_fd, self.stderr_fd, self.stack_fd = reads
        self.pidfd = os.pidfd_open(self.pid)
        self.link_fd = here.detach()

    @property
    def root_pids(self):
        return [self.pid] + ([] if self.place is None else self.place.root_pids)

    def kill(self):
        if self.place is not None:
            self.place.kill()
        if self.status is None:
            try:
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def reap(self):
        _, self.status, used = os.wait4(self.pid, 0)
        self.cpu_ms = (used.ru_utime + used.ru_stime) * 1000
        self.peak_mb = used.ru_maxrss / 1024

    def close(self):
        """What it said before its program ran: None, or why it did not come to that."""
        if self.place is not None:
            self.place.close()
        try:
            said = os.read(self._result_fd, 1 << 16)
        except BlockingIOError:
            said = b""
        for fd in (self._result_fd, self.stack_fd, self.pidfd):
            os.close(fd)
        records, _ = parse_records(said, self._nonce)
        first = records[0] if records else [SAID_NOTHING]
        return None if first[0] == "begin" else " ".join(first)
