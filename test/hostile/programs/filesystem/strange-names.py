# about: files whose names are control characters, invalid text, options and as long as can be
# expect: fail
import os


def task_func():
    for name in (b"\n", b"\xff\xfe", b"-rf", b"\x1b[2J", b"$(reboot)", b"'\"`", b"n" * 255, "\u202e".encode()):
        with open(os.path.join(os.environb[b"TMPDIR"], name), "wb") as file:
            file.write(name)
        os.mkdir(os.path.join(os.environb[b"TMPDIR"], b"d" + name[:200]))
    return 0
