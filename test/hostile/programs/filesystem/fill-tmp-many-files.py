# about: fills /tmp with many files, and keeps what was deleted open
# expect: error, fail, killed, out-of-memory
# expect-D: error, fail, killed, timeout
# limits: memoryMb=256 files=64 wallMs=10000
import os


def task_func():
    hoard = []
    while True:
        file = open(os.environ["TMPDIR"] + "/bcbhostile-%d" % len(hoard), "wb", buffering=0)
        hoard.append(file)
        os.unlink(file.name)
        for _ in range(16):
            if file.write(b"x" * (1 << 20)) < 1 << 20:
                raise OSError("full")
