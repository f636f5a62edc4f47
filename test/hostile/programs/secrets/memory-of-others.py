# about: searches its own memory for what the process that it was copied from knew of earlier programs
# expect: pass
# test: refused
import ctypes

# In pieces, so that this program does not find itself; the honest program that ran before has both.
WORDS = (("files", "around"), ("write", "and", "read"))


def writable_memory():
    with open("/proc/self/maps") as maps:
        for line in maps:
            addresses, allowed, _, _, inode = line.split(None, 5)[:5]
            if allowed.startswith("rw") and inode == "0":
                low, high = (int(edge, 16) for edge in addresses.split("-"))
                yield low, high - low


def attack():
    wanted = [bytes("_".join(pieces), "ascii") for pieces in WORDS]
    own = {id(word) for word in wanted}
    reached = []
    for low, size in writable_memory():
        text = ctypes.string_at(low, size)
        for word in wanted:
            at = text.find(word)
            while at >= 0:
                around = text[max(0, at - 40) : at + 60]
                # The word as an object of its own is the one made above.
                if not any(place <= low + at < place + 64 for place in own):
                    reached.append(around)
                at = text.find(word, at + 1)
        del text
    return reached[:3]
