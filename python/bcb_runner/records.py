"""Records from the sample to the zygote, over a pipe whose descriptor the program is not told.

A record is the nonce of this sample, a u32 length, and fields joined by a separator byte. The writer uses nothing that
a program could have replaced: methods of built-in types, and functions taken before it ran. (JSON would be encoded by
code that the program can patch, with the nonce in its hands.)
"""

import os
import struct

# Bound here once and for all: the program may replace them in the built-ins.
from builtins import len, memoryview, str

NONCE_BYTES = 16
MAX_RESULT_BYTES = 4 << 20
_SEPARATOR = "\x1f"
_LENGTH = struct.Struct("<I")


class Writer:
    """Writes records from inside the sample; silent in every process but the one that made it."""

    def __init__(self, fd, nonce):
        getpid, write, pack = os.getpid, os.write, _LENGTH.pack
        owner = getpid()

        def send(*fields):
            if getpid() != owner:
                return
            clean = [str(field).replace(_SEPARATOR, " ") for field in fields]
            body = _SEPARATOR.join(clean).encode("utf-8", "backslashreplace")
            rest = memoryview(nonce + pack(len(body)) + body)
            while rest:
                rest = rest[write(fd, rest) :]

        self.send = send


def parse_records(data, nonce):
    """Gives (records, forged): lists of fields in order, and whether anything stood there that we did not write."""
    records, position = [], 0
    head = NONCE_BYTES + _LENGTH.size
    while position < len(data):
        if data[position : position + NONCE_BYTES] != nonce[: len(data) - position]:
            return records, True
        if position + head > len(data):
            break  # cut off by the end of the process
        (length,) = _LENGTH.unpack_from(data, position + NONCE_BYTES)
        body = data[position + head : position + head + length]
        if len(body) < length:
            break
        records.append(body.decode("utf-8", "replace").split(_SEPARATOR))
        position += head + length
    return records, False
