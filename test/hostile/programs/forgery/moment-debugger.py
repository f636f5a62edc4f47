# about: a debugger that jumps over the assertions of a test
# expect: tampered, fail, error, killed
import bdb
import sys


class Jumping(bdb.Bdb):
    def user_line(self, frame):
        if frame.f_code.co_name.startswith("test"):
            last = max(line for _, _, line in frame.f_code.co_lines() if line)
            try:
                frame.f_lineno = last + 1
            except ValueError:
                frame.f_locals.clear()


debugger = Jumping()


def task_func():
    debugger.set_trace(sys._getframe(1))
    return 0
