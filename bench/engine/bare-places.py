"""Makes and leaves empty places for some seconds, and prints how many a second: what a machine could do if samples were free.

Arguments: seconds, and modules to import first, so that the process in each place is as large as a sample.

Runs in the sandbox of a runner. A place is what a sample gets: fresh namespaces of every kind (pid, mount, network, ipc, uts, cgroup,
user), two file systems in memory, its own /proc, loopback up.
"""

import importlib
import os
import sys
import time

sys.path.insert(0, "/opt/bcb/runner")
from bcb_runner.confine import syscalls  # noqa: E402

NAMESPACES = syscalls.CLONE_NEWNS | syscalls.CLONE_NEWIPC | syscalls.CLONE_NEWUTS | syscalls.CLONE_NEWNET


def be_in_place():
    private = syscalls.MS_NOSUID | syscalls.MS_NODEV
    syscalls.unshare(NAMESPACES)
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    for folder in ("/tmp", "/dev/shm"):
        syscalls.mount("tmpfs", folder, "tmpfs", private, "size=64m,mode=1777")
    syscalls.mount("proc", "/proc", "proc", private | syscalls.MS_NOEXEC)
    syscalls.raise_loopback()
    syscalls.hide_cgroups()
    syscalls.unshare(syscalls.CLONE_NEWUSER)


def make_place(own_namespace):
    syscalls.unshare(syscalls.CLONE_NEWPID)
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            be_in_place()
            status = 0
        finally:
            os._exit(status)
    syscalls.setns(own_namespace, syscalls.CLONE_NEWPID)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit("a place could not be made")


def main(seconds):
    own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY)
    for _ in range(5):
        make_place(own_namespace)
    count, started = 0, time.monotonic()
    while time.monotonic() < started + seconds:
        make_place(own_namespace)
        count += 1
    print(count / (time.monotonic() - started))


for name in sys.argv[2:]:
    importlib.import_module(name)
main(float(sys.argv[1]))
