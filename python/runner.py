"""Entry of the runner: `python -B runner.py`, inside a sandbox, with frames on stdin and stdout.

The first frame configures it; the answer says that it is warm. Everything after that is jobs and executions. Three processes
do the work: this one serves, the nursery makes places, the zygote is what samples are forked from.
"""

import os
import socket
import sys
import time

sys.dont_write_bytecode = True

from bcb_runner.serve.chance import shuffle_folders  # noqa: E402

if os.environ.get("PYTHONHASHSEED", "0") != "0":
    shuffle_folders(int(os.environ["PYTHONHASHSEED"]))

from bcb_runner.serve.frames import read_frame, write_frame  # noqa: E402
from bcb_runner.serve.nursery import Nursery  # noqa: E402
from bcb_runner.serve.one_heap import put_objects_on_heap  # noqa: E402


def serve():
    """Returns in the process of a sample only: how to become it."""
    started = time.monotonic()
    in_fd, out_fd = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    config = read_frame(in_fd)
    if config is None:
        sys.exit(0)
    # Both are forked while there is next to nothing to copy.
    nursery = Nursery(config) if config["level"] in ("namespaces", "root") else None
    here, there = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        for fd in (in_fd, out_fd, here.detach(), *(nursery.detach() if nursery else ())):
            os.close(fd)
        put_objects_elsewhere = put_objects_on_heap()
        from bcb_runner.serve.zygote import be_zygote

        return be_zygote(config, there, put_objects_elsewhere)
    there.close()
    try:
        from bcb_runner.serve.server import start

        server, facts = start(config, in_fd, out_fd, nursery, here, pid)
    except Exception as error:
        write_frame(out_fd, {"type": "unfit", "reason": repr(error)[:500], "module": None})
        sys.exit(1)
    facts["loadMs"] = round((time.monotonic() - started) * 1000)
    write_frame(out_fd, facts)
    if facts["type"] == "unfit":
        sys.exit(1)
    server.run()


def become():
    """A sample runs above these two frames only: what the zygote knows is on none of them."""
    return serve()()


if __name__ == "__main__":
    become()()
