"""The sample's side of the fork: gives up everything, then makes the program ready to run."""

import gc
import json
import os
import secrets
import signal
import sys
from collections import namedtuple
from functools import partial

from . import syscalls
from .last_stack import arm
from .limits import apply_limits
from ..judge.records import create_sender
from ..conversation import run_conversation
from ..script import run_script
from ..judge.seeding import seed_generators
from ..separate.run_tests import run_tests, serve_program
from .stdio import open_input

SETUP_FAILED_STATUS = 97
_HIGHEST_FD = 2**31 - 1

# What every sample gets; streams: (stdin, stdout, stderr); file_bytes: how long a file may become; base_bytes: how much data and
# address space the warm image uses.
Settings = namedtuple("Settings", "filter prepare streams file_bytes base_bytes")


def become_sample(request, entrance, settings):
    """Gives a function that runs the program and never returns. By then nothing of what is known here is on the stack."""
    result_fd, nonce = request.pipes[0], request.nonce
    try:
        job = _take_job(request.job)
        script = job.get("script")
        for leaf in request.leaves:
            os.write(leaf, b"0")
        os.setsid()
        entrance.enter(request)
        result_fd, stack_fd, link_fd = _arrange_descriptors(*request.pipes, request.link)
        arm(stack_fd)
        if script is not None:
            sys.stdin = sys.__stdin__ = open_input(script["stdin"])
        send = create_sender(result_fd, nonce)
    except BaseException as error:
        _give_up(result_fd, nonce, error)
    try:
        limits = job["limits"]
        apply_limits(limits, settings.file_bytes, settings.base_bytes, request.base_processes)
        entrance.drop_privileges(request)
        syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)
        if settings.filter is not None:
            settings.filter.load()
        seed_generators(job["seed"])
        gc.enable()
        if script is not None and link_fd is not None:
            return partial(run_conversation, link_fd, send)
        if script is not None:
            return partial(run_script, job["code"], script, send)
        _, stdout, stderr = settings.streams
        if link_fd is None:
            run = settings.prepare(job, send)
        elif job.get("separate") is None:
            send("begin", "")
            run = partial(serve_program, link_fd)
        else:
            run = partial(run_tests, job, link_fd, send)
        return partial(_run_and_leave, run, (stdout.flush, stderr.flush), os._exit)
    except BaseException as error:
        _give_up(result_fd, nonce, error)


def _take_job(fd):
    """The job. What held it as text meanwhile is overwritten when it is given back."""
    with syscalls.overwritten_memory():
        return json.loads(os.pread(fd, os.fstat(fd).st_size, 0))


def _run_and_leave(run, flushers, leave):
    try:
        run()
        for flush in flushers:
            try:
                flush()
            except Exception:
                pass  # the program closed its own output
        leave(0)
    finally:
        leave(98)


def _arrange_descriptors(result, stdout, stderr, stack, link):
    """0 is /dev/null already; 1 and 2 become the pipes; the others hide behind a random number; all else closes."""
    hidden = 150 + secrets.randbelow(800)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    kept = [result, stack] if link is None else [result, stack, link]
    for at, fd in enumerate(kept):
        os.dup2(fd, hidden + at, inheritable=False)
    syscalls.close_range(3, hidden - 1)
    syscalls.close_range(hidden + len(kept), _HIGHEST_FD)
    return hidden, hidden + 1, None if link is None else hidden + 2


def _give_up(result_fd, nonce, error):
    try:
        create_sender(result_fd, nonce)("setup-failed", repr(error)[:500])
    finally:
        os._exit(SETUP_FAILED_STATUS)
