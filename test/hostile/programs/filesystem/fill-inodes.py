# about: makes empty files until there are no more
# expect: error, fail, killed, out-of-memory, timeout
# limits: wallMs=15000
import os


def task_func():
    count = 0
    while True:
        open(os.environ["TMPDIR"] + "/bcbhostile-%d" % count, "w").close()
        count += 1
