"""The zygote: a warm process that does nothing but fork. Samples are its copies, and children of the server.

Whatever a process writes to after a fork is copied. So it does as little as it can between two forks, and knows of one
job at a time.
"""

import gc
import os
import platform
import signal
import sys
from functools import partial

from ..confine import seccomp, syscalls
from ..confine.child import Settings, become_sample
from ..confine.limits import bytes_in_use
from ..confine.stdio import Unreadable, open_outputs
from ..judge import integrity
from ..judge.harness import create_runner, prepare_interpreter, rehearse
from .entrances import NamespacedEntrance, SharedEntrance
from .few_mappings import join_mappings
from .fork_requests import answer_request, receive_request
from .frames import write_frame
from .process_table import resident_bytes
from .warm import count_threads, freeze, hide_exit, keep_for_ever, preload


def be_zygote(config, channel, when_warm):
    """Returns in the process of a sample only: how to become it. when_warm: called once everything is in memory."""
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
    gc.disable()  # there is no garbage while modules are imported, only the search for it; a sample turns it on again
    try:
        entrance, settings, facts = _warm_up(config)
    except Exception as error:
        reason, module = repr(error)[:500], getattr(error, "module", None)
        write_frame(channel.fileno(), {"type": "unfit", "reason": reason, "module": module})
        sys.exit(1)
    keep_for_ever((channel, entrance, settings))
    freeze()
    when_warm()
    write_frame(channel.fileno(), {"type": "ready", **facts, "residentMb": round(resident_bytes() / 2**20)})
    while True:
        request = receive_request(channel)
        if request is None:
            os._exit(0)
        try:
            pid = entrance.fork(request)
        except OSError as error:
            pid = -error.errno
        if pid == 0:
            return partial(become_sample, request, entrance, settings)
        answer_request(channel, request, pid)


def _warm_up(config):
    """(the way into a place, what every sample gets, facts about this process)."""
    entrance = NamespacedEntrance(config) if config["level"] in ("namespaces", "root") else SharedEntrance(config)
    _set_environment(entrance, config)
    syscalls.prepare_fork()
    del sys.path[0]  # the folder of the runner is none of the program's business
    loaded = preload(["unittest", "unittest.mock", *config["preload"]])
    hide_exit()
    integrity.close_side_doors()
    prepare = create_runner()
    rehearse(prepare)
    streams = Unreadable(), *open_outputs()
    prepare_interpreter(streams)
    join_mappings()
    settings = Settings(
        filter=_make_filter(config),
        prepare=prepare,
        streams=streams,
        file_bytes=config["tmpMb"] << 20,
        base_bytes=bytes_in_use(),
    )
    facts = {
        "threads": count_threads(),
        "modules": loaded,
        "stdlib": sorted(name for name in sys.stdlib_module_names if not name.startswith("_")),
        "python": platform.python_version(),
    }
    return entrance, settings, facts


def _make_filter(config):
    level, is_counted = config["level"], bool(config.get("cgroup"))
    if level == "none":
        return None
    if level in ("namespaces", "root"):
        return seccomp.Filter(seccomp.Policy(persistent_ipc=is_counted, hidden_memory=is_counted))
    # Places are shared: samples must not signal the zygote or the server, and nothing may outlive a sample.
    own, server, group = os.getpid(), os.getppid(), os.getpgid(0)
    protected = (-1, own, -own, server, -server, -group)
    policy = seccomp.Policy(sockets=level == "shared", protected=protected, persistent_ipc=False, hidden_memory=False)
    return seccomp.Filter(policy)


def _set_environment(entrance, config):
    os.environ.update(HOME=entrance.home_dir, TMPDIR=entrance.tmp_dir)
    if config.get("matplotlibConfig"):
        os.environ["MPLCONFIGDIR"] = os.path.join(entrance.home_dir, ".config", "matplotlib")
