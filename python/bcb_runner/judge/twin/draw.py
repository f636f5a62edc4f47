"""Chance that a program can neither foresee nor disturb: drawn from a seed, by nothing it could have replaced."""

from hashlib import sha256

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def create_draw(seed):
    """`below(n)`: the next number from 0 to n - 1."""
    start, count = sha256(seed.encode()), 0

    def below(limit):
        nonlocal count
        count += 1
        block = start.copy()
        block.update(b"%d" % count)
        return int.from_bytes(block.digest()[:8], "little") % limit

    return below


def draw_word(below, length=14):
    """A word that nobody has in a text by chance."""
    return "".join(_LETTERS[below(26)] for _ in range(length))
