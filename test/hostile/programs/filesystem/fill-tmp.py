# about: fills /tmp with one file
# expect: error, fail, killed, out-of-memory
import os


def task_func():
    with open(os.environ["TMPDIR"] + "/bcbhostile", "wb") as file:
        while True:
            file.write(b"x" * (16 << 20))
