"""Assembles a zygote: its world, then the warm image, then the loop."""

import os
import platform
import sys

from ..confine import seccomp
from ..judge import integrity
from ..confine.cgroup import CgroupPool
from ..judge.harness import create_runner, prepare_interpreter, rehearse
from ..confine.limits import data_bytes_in_use
from ..confine.stdio import Unreadable, open_outputs
from .server import Server, Settings
from .shared_world import SharedWorld
from .warm import count_threads, freeze, hide_exit, keep_for_ever, preload, resident_bytes
from .worlds import NamespacedWorld


def start(config, in_fd, out_fd, nursery):
    """Returns (server, facts about the warm process). nursery: makes places, unless they are to be shared."""
    world = SharedWorld(config) if nursery is None else NamespacedWorld(config, nursery)
    _set_environment(world, config)
    del sys.path[0]  # the folder of the runner is none of the program's business
    loaded = preload(["unittest", "unittest.mock", *config["preload"]])
    hide_exit()
    integrity.close_side_doors()
    integrity.seal(integrity.judging_classes())
    prepare, settle = create_runner()
    rehearse(prepare)
    streams = Unreadable(), *open_outputs()
    prepare_interpreter(streams)
    settle()
    settings = Settings(
        filter=_make_filter(config),
        prepare=prepare,
        streams=streams,
        cgroup=CgroupPool(config["cgroup"]) if config.get("cgroup") else None,
        base_data_bytes=data_bytes_in_use(),
        file_bytes=config["tmpMb"] << 20,
    )
    freeze()
    server = Server(in_fd, out_fd, world, settings)
    keep_for_ever(server)
    facts = {
        "pid": os.getpid(),
        "threads": count_threads(),
        "modules": loaded,
        "stdlib": sorted(name for name in sys.stdlib_module_names if not name.startswith("_")),
        "residentMb": round(resident_bytes() / 2**20),
        "placesAtOnce": world.places_at_once,
        "python": platform.python_version(),
    }
    return server, facts


def _make_filter(config):
    level, is_counted = config["level"], bool(config.get("cgroup"))
    if level == "none":
        return None
    if level in ("namespaces", "root"):
        return seccomp.Filter(seccomp.Policy(persistent_ipc=is_counted, hidden_memory=is_counted))
    # Places are shared: samples must not signal the zygote, and nothing may outlive a sample.
    own, group = os.getpid(), os.getpgid(0)
    protected = (-1, own, -own, -group)
    policy = seccomp.Policy(sockets=level == "shared", protected=protected, persistent_ipc=False, hidden_memory=False)
    return seccomp.Filter(policy)


def _set_environment(world, config):
    os.environ.update(HOME=world.home_dir, TMPDIR=world.tmp_dir)
    if config.get("matplotlibConfig"):
        os.environ["MPLCONFIGDIR"] = os.path.join(world.home_dir, ".config", "matplotlib")
