"""The nursery: a tiny process that keeps empty worlds ready for the next samples.

It is forked before anything else is imported, so its own forks are cheap. A world is an init process, pid 1 of fresh pid,
mount, network, ipc and uts namespaces, with private /tmp, /dev/shm and /proc. Killing that init ends everything in it.
"""

import os
import signal
import socket
import struct

from ..confine import syscalls

WORK_DIR = "/tmp/work"
HOME_DIR = "/tmp/home"
MATPLOTLIB_DIR = HOME_DIR + "/.config/matplotlib"
HIDDEN_DIR = "/opt/bcb/cgroup"
NAMESPACES = syscalls.CLONE_NEWNS | syscalls.CLONE_NEWIPC | syscalls.CLONE_NEWUTS | syscalls.CLONE_NEWNET

# How many worlds are made ahead: one to take, and one so that making the next does not wait for that.
_AHEAD = 2
_PID = struct.Struct("<i")


class NurseryError(OSError):
    """No world could be created: the machine ran out of something."""


class Nursery:
    """The zygote's end. Worlds are requested ahead, so that `take` rarely waits."""

    def __init__(self, config):
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self._socket.close()
                _serve(other, config)
            finally:
                os._exit(1)
        other.close()
        for _ in range(_AHEAD):
            self._socket.send(b"next")

    def take(self):
        """(pid, pidfd) of the init of a fresh world; the caller closes the pidfd."""
        message, fds, _, _ = socket.recv_fds(self._socket, 512, 1)
        if not message:
            raise SystemExit("the nursery is gone")
        self._socket.send(b"next")
        if not fds:
            raise NurseryError("no world: " + message.decode(errors="replace"))
        return _PID.unpack(message)[0], fds[0]


def _serve(channel, config):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # inits are reaped by the kernel
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)  # pid 1 does not get default actions from inside
    syscalls.close_range(channel.fileno() + 1, 2**31 - 1)
    home = os.pidfd_open(os.getppid())  # the zygote stays in the namespaces that this process leaves and returns to
    while channel.recv(16):
        try:
            pid, pidfd = _make_world(home, config)
        except OSError as error:
            channel.send(str(error).encode()[:500])
            continue
        socket.send_fds(channel, [_PID.pack(pid)], [pidfd])
        os.close(pidfd)


def _make_world(home, config):
    """Everything that can be done before the fork is done before it: the init copies each page that it touches."""
    ready_read, ready_write = os.pipe2(os.O_CLOEXEC)
    try:
        try:
            syscalls.unshare(NAMESPACES | syscalls.CLONE_NEWPID)
            furnish(config)
            pid = syscalls.fork()
            if pid == 0:
                _be_init(ready_write)
        finally:
            syscalls.setns(home, NAMESPACES | syscalls.CLONE_NEWPID)
        os.close(ready_write)
        ready_write = -1
        answer = os.read(ready_read, 512)
        if answer != b"ready":
            raise OSError(answer.decode(errors="replace") or "the init of a sample died at once")
        return pid, os.pidfd_open(pid)
    finally:
        os.close(ready_read)
        if ready_write >= 0:
            os.close(ready_write)


def _be_init(ready):
    try:
        os.setsid()
        syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
        # Of this pid namespace. Read-only: nobody gets out of the way of the kernel when memory runs out, or writes to
        # what is shared.
        read_only = syscalls.MS_NOSUID | syscalls.MS_NODEV | syscalls.MS_NOEXEC | syscalls.MS_RDONLY
        syscalls.mount("proc", "/proc", "proc", read_only)
        os.write(ready, b"ready")
        syscalls.close_range(0, 2**31 - 1)
        while True:
            signal.pause()
    except BaseException as error:
        os.write(ready, repr(error).encode()[:500])
    finally:
        os._exit(1)


def furnish(config):
    """Mounts what a sample may write to, in its own namespaces. Its /proc is mounted by its init."""
    private = syscalls.MS_NOSUID | syscalls.MS_NODEV
    size = "size=%dm,nr_inodes=%d,mode=1777"
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount("tmpfs", "/tmp", "tmpfs", private, size % (config["tmpMb"], 20000))
    syscalls.mount("tmpfs", "/dev/shm", "tmpfs", private, size % (config["shmMb"], 4000))
    # Terminals that no other sample can see or use up.
    syscalls.mount("devpts", "/dev/pts", "devpts", syscalls.MS_NOSUID | syscalls.MS_NOEXEC, "newinstance,ptmxmode=0666")
    if config.get("cgroup"):
        syscalls.umount(HIDDEN_DIR)
    syscalls.raise_loopback()
    lay_out(config)


def lay_out(config, work=WORK_DIR, home=HOME_DIR):
    """Creates the empty folders that a program finds. Matplotlib's font cache is linked; its folder stays writable."""
    os.umask(0)
    os.mkdir(work, 0o777)
    os.mkdir(home, 0o777)
    source = config.get("matplotlibConfig")
    if source:
        target = os.path.join(home, ".config", "matplotlib")
        os.makedirs(target, 0o777)
        for name in config["matplotlibFiles"]:
            os.symlink(os.path.join(source, name), os.path.join(target, name))
    os.umask(0o022)
