"""A sample's three standard streams, and what the zygote keeps of its output."""

import fcntl
import io
import os

# What may pile up beyond what is kept: so that little is moved for every chunk that comes.
_SLACK = 1 << 20
_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


class Unreadable(io.TextIOBase):
    """A stdin that cannot be read: programs that try get an error instead of waiting."""

    encoding = "utf-8"
    errors = "strict"
    name = "<stdin>"

    def fileno(self):
        return 0

    def readable(self):
        return False

    def _refuse(self, *_):
        raise OSError("stdin cannot be read")

    read = readline = readlines = __next__ = _refuse


def open_input(text):
    """A stdin that contains the text, also for the program's children. Sealed, so that it cannot grow."""
    fd = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    data = memoryview(text.encode("utf-8", "surrogatepass"))
    while data:
        data = data[os.write(fd, data) :]
    os.lseek(fd, 0, os.SEEK_SET)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
    os.dup2(fd, 0)
    os.close(fd)
    return open(0, encoding="utf-8", errors="surrogateescape", closefd=False)


def open_outputs():
    """stdout and stderr for all samples to come. Opened on a pipe, as each of them will have one: nobody can seek in it."""
    kept = os.dup(1), os.dup(2)
    read, write = os.pipe()
    try:
        os.dup2(write, 1)
        os.dup2(write, 2)
        return _open_output(1, False), _open_output(2, True)
    finally:
        os.dup2(kept[0], 1)
        os.dup2(kept[1], 2)
        for fd in (*kept, read, write):
            os.close(fd)


def _open_output(fd, line_buffering):
    # Escape what cannot be encoded: a program must not fail because of what it prints.
    return open(
        fd, "w", buffering=1 if line_buffering else -1, encoding="utf-8", errors="backslashreplace", closefd=False
    )


class OutputTail:
    """Keeps the last bytes of a stream and counts all of them."""

    def __init__(self, kept_bytes):
        self._kept_bytes = kept_bytes
        self._data = bytearray()
        self.total = 0

    def add(self, data):
        self.total += len(data)
        self._data += data
        if len(self._data) > 2 * self._kept_bytes + _SLACK:
            del self._data[: -self._kept_bytes]

    def text(self):
        return bytes(self._data[-self._kept_bytes :]).decode("utf-8", "replace")

    def take(self):
        """The same; what comes later is kept by itself."""
        text = self.text()
        self._data.clear()
        return text
