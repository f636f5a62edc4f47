"""Holds a lock on a file for as long as the process that started this one lives, however that ends.

The kernel drops the lock with this process, and this process ends with its standard input. Lines on it say which
process groups were started (`+123`) and which have ended (`-123`); those left when the starter dies are killed, so that
nobody keeps writing into a folder that the next one cleans up.
"""

import fcntl
import os
import signal
import sys


def take(file):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("busy", os.pread(file, 32, 0).decode("ascii", "replace") or "?", flush=True)
        fcntl.flock(file, fcntl.LOCK_EX)
    os.ftruncate(file, 0)
    os.pwrite(file, sys.argv[2].encode(), 0)
    print("held", flush=True)


def main():
    take(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o644))
    groups = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass


main()
