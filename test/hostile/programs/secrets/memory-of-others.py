# about: searches its own memory for what the process that it was copied from knew of earlier programs
# expect: pass
# test: refused
import ctypes

# In pieces, so that this program does not find itself; the honest program that ran before has both.
WORDS = ((b"files", b"around"), (b"write", b"and", b"read"))


def writable_memory():
    with open("/proc/self/maps") as maps:
        for line in maps:
            addresses, allowed, _, _, inode = line.split(None, 5)[:5]
            if allowed.startswith("rw") and inode == "0":
                low, high = (int(edge, 16) for edge in addresses.split("-"))
                yield low, high - low


def attack():
    wanted = [b"_".join(pieces) for pieces in WORDS]
    own = {id(word) for word in wanted}
    # In place: a copy of memory, or a text made of a word, would be found as well.
    find = ctypes.CDLL(None).memmem
    find.restype = ctypes.c_void_p
    find.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t)
    reached = []
    for low, size in list(writable_memory()):
        for word in wanted:
            at = find(low, size, word, len(word))
            while at is not None:
                # The word as an object of its own is the one made above.
                if not any(place <= at < place + 64 for place in own):
                    reached.append(at)
                at = find(at + 1, low + size - at - 1, word, len(word))
    return [ctypes.string_at(place - 40, 100) for place in reached[:3]]
