"""What the server asks of the zygote: a fork of it, in a place. The answer is a pid, or what went wrong.

A job travels as it came from the parent, in a descriptor that only the sample reads: what the zygote had in its memory once,
every later sample could find there.
"""

import os
import signal
import socket
import struct
from collections import namedtuple

from ..judge.records import NONCE_BYTES

# The user id it gets (-1: that of the zygote), how many processes its user has already, which of the optional descriptors there
# are, and the nonce.
_HEAD = struct.Struct("<ii???%ds" % NONCE_BYTES)
_ANSWER = struct.Struct("<i")
_PIPES = 4
_MOST_FDS = 1 + _PIPES + 5

# job: a descriptor, see open_job; pipes: write ends of (result, stdout, stderr, stack); init: a pidfd; leaves: where a process
# joins its control groups; link: to the other process of a separately judged job; home: the pidfd of the init in whose files
# and network it takes part.
ForkRequest = namedtuple("ForkRequest", "job real_uid base_processes nonce pipes init leaves link home", defaults=(None, None))


def open_job(text):
    """A descriptor from which a sample reads its job (confine/child.py)."""
    fd = os.memfd_create("job", os.MFD_CLOEXEC)
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(fd, rest) :]
    return fd


class ZygoteLink:
    """The server's end."""

    def __init__(self, channel, pid):
        self._channel, self.pid = channel, pid

    def fileno(self):
        """Readable only when the zygote is gone."""
        return self._channel.fileno()

    def kill(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def fork(self, request):
        """The pid of the sample, a child of the server. Raises an OSError where there is none."""
        given = [fd is not None for fd in _optional(request)]
        head = _HEAD.pack(request.real_uid, request.base_processes, *given, request.nonce)
        try:
            socket.send_fds(self._channel, [head], _descriptors(request))
            answer = self._channel.recv(_ANSWER.size)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""
        if len(answer) < _ANSWER.size:
            raise SystemExit("the zygote is gone")
        (pid,) = _ANSWER.unpack(answer)
        if pid < 0:
            raise OSError(-pid, os.strerror(-pid), "fork")
        return pid


def receive_request(channel):
    """In the zygote; None when the server is gone."""
    head, fds, _, _ = socket.recv_fds(channel, _HEAD.size, _MOST_FDS)
    if len(head) < _HEAD.size:
        return None
    real_uid, base_processes, *given, nonce = _HEAD.unpack(head)
    job, pipes, rest = fds[0], fds[1 : 1 + _PIPES], iter(fds[1 + _PIPES :])
    init, link, home = (next(rest) if is_given else None for is_given in given)
    return ForkRequest(job, real_uid, base_processes, nonce, pipes, init, list(rest), link, home)


def answer_request(channel, request, pid):
    """pid: of the fork, or a negative error number."""
    for fd in _descriptors(request):
        os.close(fd)
    channel.send(_ANSWER.pack(pid))


def _optional(request):
    return request.init, request.link, request.home


def _descriptors(request):
    optional = [fd for fd in _optional(request) if fd is not None]
    return [request.job, *request.pipes, *optional, *request.leaves]
