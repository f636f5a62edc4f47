"""What the server asks of the zygote: a fork of it, in a place. The answer is a pid, or what went wrong.

A job travels as it came from the parent: the sample parses it, and the zygote stays as it is.
"""

import os
import signal
import socket
import struct
from collections import namedtuple

from ..judge.records import NONCE_BYTES

# The job's length, the user id it gets (-1: none of its own), how many processes its user has already, whether there is an
# init, whether there is a control group, and the nonce.
_HEAD = struct.Struct("<Iii??%ds" % NONCE_BYTES)
_ANSWER = struct.Struct("<i")
_CHUNK = 1 << 16
_PIPES = 3
_MOST_FDS = _PIPES + 2

# pipes: write ends of (result, stdout, stderr); init: a pidfd; leaf: where a process joins its control group.
ForkRequest = namedtuple("ForkRequest", "job real_uid base_processes nonce pipes init leaf")


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
        has_init, has_leaf = request.init is not None, request.leaf is not None
        fds = [*request.pipes, *[fd for fd in (request.init, request.leaf) if fd is not None]]
        head = _HEAD.pack(
            len(request.job), request.real_uid, request.base_processes, has_init, has_leaf, request.nonce
        )
        try:
            sent = socket.send_fds(self._channel, [head, request.job], fds)
            if sent < len(head) + len(request.job):
                self._channel.sendall(memoryview(request.job)[sent - len(head) :])
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
    data, fds, _, _ = socket.recv_fds(channel, _CHUNK, _MOST_FDS)
    while len(data) < _HEAD.size or len(data) < _HEAD.size + _HEAD.unpack_from(data)[0]:
        more = channel.recv(_CHUNK)
        if not more:
            return None
        data += more
    _, real_uid, base_processes, has_init, has_leaf, nonce = _HEAD.unpack_from(data)
    rest = iter(fds[_PIPES:])
    init = next(rest) if has_init else None
    leaf = next(rest) if has_leaf else None
    return ForkRequest(data[_HEAD.size :], real_uid, base_processes, nonce, fds[:_PIPES], init, leaf)


def answer_request(channel, request, pid):
    """pid: of the fork, or a negative error number."""
    for fd in (*request.pipes, request.init, request.leaf):
        if fd is not None:
            os.close(fd)
    channel.send(_ANSWER.pack(pid))
