"""Records from the sample to the zygote, over a channel whose descriptor the program is not told.

A record is the nonce of this sample, a u32 length, and fields joined by a separator byte. The sender uses nothing that
a program could have replaced: methods of built-in types, and functions taken before it ran. (JSON would be encoded by
code that the program can patch, with the nonce in its hands.)
"""

import os
import struct

NONCE_BYTES = 16
MAX_RESULT_BYTES = 4 << 20
_SEPARATOR = "\x1f"
_LENGTH = struct.Struct("<I")


def create_sender(fd, nonce):
    """A function that writes one record; silent in every process but the one that asked for it."""
    getpid, write, pack, separator = os.getpid, os.write, _LENGTH.pack, _SEPARATOR
    length_of, text_of, view_of = len, str, memoryview
    owner = getpid()

    def send(*fields):
        if getpid() != owner:
            return
        # Joining makes plain text of a subclass, whose own methods are the program's.
        clean = ["".join((text_of(field),)).replace(separator, " ") for field in fields]
        body = separator.join(clean).encode("utf-8", "backslashreplace")
        rest = view_of(nonce + pack(length_of(body)) + body)
        while rest:
            rest = rest[write(fd, rest) :]

    return send


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
