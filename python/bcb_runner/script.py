"""Plain programs, judged by nobody: what counts is what they print, what they exit with and the files they leave.

The program runs as `python main.py` would in its folder, with a standard input of its own. Where files are to be
fetched, a second process waits for it: they are there also after a crash.
"""

import atexit
import base64
import builtins
import os
import stat
import sys
import threading
import _sitebuiltins

from .judge.verdict import ENDED_BY, SetupFailed, outcome_of_signal, signal_name, was_signalled

MAX_FETCHED_BYTES = 24 << 20
MAX_RESULT_BYTES = 2 * MAX_FETCHED_BYTES


def run_script(code, script, send):
    """Everything from writing the files to the end of the process."""
    send("begin", "")
    if script["fetch"]:
        pid = os.fork()
        if pid != 0:
            _, status = os.waitpid(pid, 0)
            _send_files(script["fetch"], send)
            send("ended", status)
            os._exit(0)
    status = 1
    try:
        status = _run_main(code, script["files"])
    finally:
        os._exit(status)


def _run_main(code, files):
    status = 0
    path = None
    try:
        for name, content in files.items():
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as file:
                file.write(base64.b64decode(content))
        path = _write_program(code)
        # The judged kind has neither of these.
        builtins.exit, builtins.quit = (_sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)") for name in ("exit", "quit"))
        sys.argv = [path]
        sys.path.insert(0, os.getcwd())
        main = sys.modules["__main__"]
        main.__dict__.update(__builtins__=builtins, __file__=path, __cached__=None)
        exec(compile(code, path, "exec", dont_inherit=True), main.__dict__)
    except SystemExit as leaving:
        status = exit_status(leaving.code)
    except BaseException as error:
        status = 1
        _show(error, path)
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
    except BaseException as error:
        _show(error, path)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # the program closed or replaced it
    return status


def _write_program(code):
    name = "main.py"
    while os.path.lexists(name):
        name = "_" + name
    with open(name, "wb") as file:
        file.write(code.encode("utf-8", "surrogatepass"))
    return os.path.join(os.getcwd(), name)


def exit_status(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def _show(error, path):
    """As the interpreter would, without the frames of ours."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != path:
        trace = trace.tb_next
    try:
        sys.excepthook(type(error), error.with_traceback(trace), trace)
    except BaseException:
        print(type(error).__name__, file=sys.__stderr__)


def _send_files(paths, send):
    left = MAX_FETCHED_BYTES
    for path in paths:
        try:
            # Neither a pipe that nobody writes to nor a device may keep us.
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            with open(fd, "rb") as file:
                found = os.fstat(fd)
                if not stat.S_ISREG(found.st_mode) or found.st_size > left:
                    continue
                content = file.read(left)
        except OSError:
            continue
        left -= len(content)
        send("file", path, base64.b64encode(content).decode("ascii"))


def judge_script(seen):
    """The execution of a script as the parent's schema knows it, without id."""
    if not any(record[0] == "begin" for record in seen.records) and seen.ended_by is None:
        failed = next((record for record in seen.records if record[0] == "setup-failed"), None)
        raise SetupFailed(failed[1] if failed else "the script ended before it began (status %d)" % seen.status)
    ended = next((record for record in seen.records if record[0] == "ended" and record[1].isdecimal()), None)
    status = int(ended[1]) if ended else seen.status
    outcome, reason = _outcome_of(seen._replace(status=status))
    execution = {
        "outcome": outcome,
        "tests": [],
        "wallMs": round(seen.wall_ms, 1),
        "cpuMs": round(seen.cpu_ms, 1),
        "testCpuMs": round(seen.cpu_ms, 1),
        "peakMb": round(seen.peak_mb, 1),
        "stdout": seen.stdout,
        "stderr": seen.stderr,
        "flags": [],
        "files": {record[1]: record[2] for record in seen.records if record[0] == "file" and len(record) == 3},
    }
    if reason:
        execution["reason"] = reason
    if seen.stack:
        execution["stack"] = seen.stack
    if seen.ended_by is None:
        if was_signalled(status):
            execution["signal"] = signal_name(status & 0x7F)
        else:
            execution["exit"] = status >> 8
    return execution


def _outcome_of(seen):
    if seen.ended_by == "flood":
        return "error", "more results than files were asked for"
    if seen.ended_by is not None:
        return ENDED_BY[seen.ended_by]
    if was_signalled(seen.status):
        return outcome_of_signal(seen)
    if seen.status == 0:
        return "pass", None
    if seen.out_of_memory:
        return "out-of-memory", "memory limit"
    return "error", "exited with status %d" % (seen.status >> 8)
