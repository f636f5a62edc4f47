"""An interpreter that is given its code piece by piece and keeps its names in between, for programs that nobody judges.

What a piece prints goes the way of all output; a record says how it ended. A program that sends such records itself deceives
only whoever wrote it.
"""

import ast
import builtins
import linecache
import os
import signal
import socket
import sys
import traceback
import types
import _sitebuiltins

from .script import exit_status


def run_conversation(link_fd, send):
    """Everything from the first piece to the end of the process, which comes when nobody is there to send another."""
    send("begin", "")
    running = []

    def interrupt(_number, _frame):
        if running:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    link = socket.socket(fileno=link_fd)
    names = _open_main()
    for number in range(1, sys.maxsize):
        code = _receive(link)
        if code is None:
            os._exit(0)
        reason = "KeyboardInterrupt"
        try:
            running.append(number)
            reason = _perform(code, "<call %d>" % number, names)
        except KeyboardInterrupt:
            pass  # it came when the piece had just ended
        finally:
            running.clear()
        send("replied", reason)


def _open_main():
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    builtins.exit, builtins.quit = (_sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)") for name in ("exit", "quit"))
    sys.argv = [""]
    sys.path.insert(0, os.getcwd())
    return main.__dict__


def _receive(link):
    data, fds, _, _ = socket.recv_fds(link, 1, 1)
    if not data:
        return None
    with open(fds[0], "rb") as file:
        return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode("utf-8", "surrogatepass")


def _perform(code, name, names):
    """Why the piece failed, if it did. The value of an expression at its end is shown."""
    reason = ""
    try:
        linecache.cache[name] = len(code), None, code.splitlines(True), name
        tree = ast.parse(code, name)
        shown = [tree.body.pop()] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
        exec(compile(tree, name, "exec", dont_inherit=True), names)
        exec(compile(ast.Interactive(shown), name, "single", dont_inherit=True), names)
    except SystemExit as leaving:
        status = exit_status(leaving.code)
        reason = "exited with status %d" % status if status else ""
    except BaseException as error:
        reason = type(error).__name__
        _show(error, name)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # the program closed or replaced it
    return reason


def _show(error, name):
    """With the lines of the calls, which are in no file, and without the frames of ours."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != name:
        trace = trace.tb_next
    try:
        traceback.print_exception(type(error), error, trace)
    except BaseException:
        print(type(error).__name__, file=sys.__stderr__)
