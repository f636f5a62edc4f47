# about: finds that nobody answers on standard input, and copes
# expect: pass
import subprocess
import sys


def task_func():
    for ask in (input, sys.stdin.read, sys.stdin.readline):
        try:
            ask()
            return 0
        except (OSError, EOFError):
            pass
    assert subprocess.run(["cat"], capture_output=True).stdout == b""
    return 42
