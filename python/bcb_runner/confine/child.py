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
from .limits import apply_limits
from ..judge.records import create_sender
from ..judge.script import run_script
from ..judge.seeding import seed_generators
from .stdio import open_input

SETUP_FAILED_STATUS = 97
_HIGHEST_FD = 2**31 - 1

# What every sample gets; streams: (stdin, stdout, stderr); base_data_bytes: how much of RLIMIT_DATA the warm image uses.
Settings = namedtuple("Settings", "filter prepare streams base_data_bytes")


def become_sample(request, entrance, settings):
    """Gives a function that runs the program and never returns. By then nothing of what is known here is on the stack."""
    result_fd, nonce = request.pipes[0], request.nonce
    try:
        job = json.loads(request.job)
        script = job.get("script")
        if request.leaf is not None:
            os.write(request.leaf, b"0")
        os.setsid()
        entrance.enter(request)
        result_fd = _arrange_descriptors(*request.pipes)
        if script is not None:
            sys.stdin = sys.__stdin__ = open_input(script["stdin"])
        send = create_sender(result_fd, nonce)
    except BaseException as error:
        _give_up(result_fd, nonce, error)
    try:
        limits = job["limits"]
        apply_limits(limits, settings.base_data_bytes, request.base_processes)
        entrance.drop_privileges(request)
        syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)
        if settings.filter is not None:
            settings.filter.load()
        seed_generators(job["seed"])
        gc.enable()
        if script is not None:
            return partial(run_script, job["code"], script, send)
        _, stdout, stderr = settings.streams
        return partial(_run_and_leave, settings.prepare(job, send), (stdout.flush, stderr.flush), os._exit)
    except BaseException as error:
        _give_up(result_fd, nonce, error)


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


def _arrange_descriptors(result, stdout, stderr):
    """0 is /dev/null already; 1 and 2 become the pipes; the result hides behind a random number; all else closes."""
    hidden = 150 + secrets.randbelow(800)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.dup2(result, hidden, inheritable=False)
    syscalls.close_range(3, hidden - 1)
    syscalls.close_range(hidden + 1, _HIGHEST_FD)
    return hidden


def _give_up(result_fd, nonce, error):
    try:
        create_sender(result_fd, nonce)("setup-failed", repr(error)[:500])
    finally:
        os._exit(SETUP_FAILED_STATUS)
