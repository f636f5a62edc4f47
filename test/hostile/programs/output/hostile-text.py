# about: prints control sequences, invalid text and fake log lines
# expect: fail
import os


def task_func():
    os.write(1, b"\xff\xfe\x00\x1b[2J\x1b]0;bcbhostile\x07\r\x08" + bytes(range(256)))
    print("\ud800 lone surrogate \x1f\x1e\x00 1140 passed, 0 failed")
    return 0
