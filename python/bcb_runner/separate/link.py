"""The link between the process with the tests and the process with the program: framed, bounded requests and answers.

Both sides ask and both sides serve, nested (a call that calls back) and from several threads. A frame is a kind, a number, a
text of JSON and raw bytes that the text refers to. Whatever breaks these rules ends the conversation.
"""

import ctypes
import os
import select
import struct
import threading

_HEAD = struct.Struct("<BIII")  # kind, number, bytes of text, raw bytes
_REQUEST, _ANSWER = 0, 1
MOST_TEXT = 48 << 20
MOST_BYTES = 192 << 20
_MOST_NESTED = 64
_CHUNK = 1 << 20
_HELD_MS = 500
# Tests and programs replace these names: the link keeps the real ones.
_read, _write, _getpid, _thread_id = os.read, os.write, os.getpid, threading.get_ident


class Malformed(Exception):
    """The other side broke the rules of the link."""


class LinkLost(Exception):
    """The other side is gone."""


class _Poll(ctypes.Structure):
    _fields_ = [("fd", ctypes.c_int), ("events", ctypes.c_short), ("revents", ctypes.c_short)]


# With the interpreter's lock held.
_poll, _held_write = ctypes.PyDLL(None).poll, ctypes.PyDLL(None).write


def _write_holding(fd, data):
    written = _held_write(fd, bytes(data), len(data))
    return written if written >= 0 else _write(fd, data)  # which says what is wrong


class Link:
    """One end. serve(text, data): what a request is answered with, (text, data).

    holds_threads: while an answer is near, other threads wait as well. A call of a mock is then as indivisible as it is where
    program and tests are one process.
    """

    def __init__(self, fd, first_number, serve, holds_threads):
        self._fd, self._serve = fd, serve
        self._polled = _Poll(fd, select.POLLIN, 0) if holds_threads else None
        self._write = _write_holding if holds_threads else _write
        self._owner = _getpid()
        self._number = first_number
        self._state = threading.Condition(threading.Lock())
        self._sending = threading.Lock()
        self._awaited, self._answers = set(), {}
        self._is_read = False
        self._nested = 0

    def ask(self, text, data):
        """Sends a request and serves what comes until it is answered."""
        if _getpid() != self._owner:
            raise RuntimeError("only the process that was started by the judge may call back")
        with self._state:
            number, self._number = self._number, (self._number + 2) & 0xFFFFFFFF
            self._awaited.add(number)
        self._send(_REQUEST, number, text, data)
        return self._listen(number)

    def serve_for_ever(self):
        self._listen(None)

    def _listen(self, number):
        while True:
            with self._state:
                while number not in self._answers and self._is_read:
                    self._state.wait()
                if number in self._answers:
                    self._awaited.discard(number)
                    return self._answers.pop(number)
                self._is_read = True
            frame = None
            try:
                if self._polled is not None and number is not None and threading.active_count() > 1:
                    _poll(ctypes.byref(self._polled), 1, _HELD_MS)
                frame = self._receive()
            finally:
                with self._state:
                    self._is_read = False
                    if frame is not None and frame[0] == _ANSWER:
                        self._keep(frame)
                    self._state.notify_all()
            if frame[0] == _REQUEST:
                self._answer(*frame[1:])

    def _keep(self, frame):
        _, number, text, data = frame
        if number not in self._awaited or number in self._answers:
            raise Malformed("an answer to nothing")
        self._answers[number] = text, data

    def _answer(self, number, text, data):
        if _getpid() != self._owner:
            raise LinkLost("the process that was to answer has ended")  # and left a child, which answers for nobody
        self._nested += 1
        try:
            if self._nested > _MOST_NESTED:
                raise Malformed("calls that are nested too deeply")
            self._send(_ANSWER, number, *self._serve(text, data))
        finally:
            self._nested -= 1

    def _receive(self):
        kind, number, length, size = _HEAD.unpack(self._exactly(_HEAD.size))
        if kind not in (_REQUEST, _ANSWER) or length > MOST_TEXT or size > MOST_BYTES:
            raise Malformed("a frame that is none")
        return kind, number, self._exactly(length), self._exactly(size)

    def _exactly(self, count):
        got = bytearray()
        while len(got) < count:
            try:
                data = _read(self._fd, min(count - len(got), _CHUNK))
            except ConnectionError:
                data = b""
            if not data:
                raise LinkLost("the other process has ended")
            got += data
        return bytes(got)

    def _send(self, kind, number, text, data):
        if len(text) > MOST_TEXT or len(data) > MOST_BYTES:
            raise ValueError("too large a value to hand over")
        rest = memoryview(_HEAD.pack(kind, number, len(text), len(data)) + text + data)
        with self._sending:
            while rest:
                try:
                    rest = rest[self._write(self._fd, rest[:_CHUNK]) :]
                except OSError:
                    raise LinkLost("the other process has ended") from None
