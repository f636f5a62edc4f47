"""Frames between the parent and the runner: a little-endian u32 length, then that many bytes of JSON."""

import json
import os
import struct

MAX_FRAME_BYTES = 64 << 20
_HEADER = struct.Struct("<I")


class FrameError(Exception):
    """The other side broke the protocol."""


class FrameReader:
    """Collects bytes and returns complete messages, each as the JSON that it is."""

    def __init__(self):
        self._buffer = bytearray()

    def feed(self, data):
        self._buffer += data
        messages = []
        while len(self._buffer) >= _HEADER.size:
            (length,) = _HEADER.unpack_from(self._buffer)
            if length > MAX_FRAME_BYTES:
                raise FrameError("a frame of %d bytes" % length)
            end = _HEADER.size + length
            if len(self._buffer) < end:
                break
            messages.append(bytes(self._buffer[_HEADER.size : end]))
            del self._buffer[:end]
        return messages


def encode_frame(message):
    # Programs may print lone surrogates; JSON escapes keep them pure ASCII on the wire.
    body = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    return _HEADER.pack(len(body)) + body


def write_frame(fd, message):
    data = memoryview(encode_frame(message))
    while data:
        data = data[os.write(fd, data) :]


def read_frame(fd):
    """Reads exactly one frame, blocking; None at the end of the stream."""
    header = _read_exactly(fd, _HEADER.size)
    if header is None:
        return None
    (length,) = _HEADER.unpack(header)
    if length > MAX_FRAME_BYTES:
        raise FrameError("a frame of %d bytes" % length)
    body = _read_exactly(fd, length)
    return None if body is None else json.loads(body)


def _read_exactly(fd, count):
    chunks = bytearray()
    while len(chunks) < count:
        data = os.read(fd, count - len(chunks))
        if not data:
            return None
        chunks += data
    return bytes(chunks)
