"""The nursery: a tiny process that keeps empty places ready for the next samples.

It is forked before anything else is imported: it is small, and stays so. A place is an init process, pid 1 of fresh pid,
mount, network, ipc and uts namespaces, with private /tmp, /dev/shm and /dev/pts. Killing that init ends everything in it.
"""

import collections
import os
import select
import signal
import socket
import struct

from ..confine import syscalls

WORK_DIR = "/tmp/work"
HOME_DIR = "/tmp/home"
MATPLOTLIB_DIR = HOME_DIR + "/.config/matplotlib"
NAMESPACES = syscalls.CLONE_NEWNS | syscalls.CLONE_NEWIPC | syscalls.CLONE_NEWUTS | syscalls.CLONE_NEWNET

# How many places are made ahead: one to take, and one so that making the next does not wait for that.
_AHEAD = 2
_NUMBER = struct.Struct("<i")  # a process, or a user; a user of -1 is nobody in particular
_NOBODY = -1


class NurseryError(OSError):
    """No place could be created: the machine ran out of something."""


class Nursery:
    """The server's end. Places are requested ahead, so that `take` rarely waits. Where there are users to choose from, each
    place belongs to another one.
    """

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
        self._pidfd = os.pidfd_open(self.pid)
        first = config.get("uidBase")
        self._has_users = first is not None
        self._free_users = collections.deque(range(first, first + config["uidCount"]) if self._has_users else ())
        self._asked = collections.deque()
        for _ in range(_AHEAD):
            self._ask()

    def detach(self):
        """In a process that is none of its users: the descriptors that are to be closed there."""
        return self._socket.detach(), self._pidfd

    def take(self):
        """(pid, pidfd, user) of the init of a fresh place; the caller closes the pidfd and gives back the user."""
        if not self._asked:
            raise NurseryError("no place: every user has one")
        # Its inits have its end of the socket too: that it is gone shows elsewhere.
        readable, _, _ = select.select([self._socket, self._pidfd], [], [])
        if self._pidfd in readable:
            raise SystemExit("the nursery is gone")
        message, fds, _, _ = socket.recv_fds(self._socket, 512, 1)
        user = self._asked.popleft()
        self._ask()
        if not fds:
            self.give_back(user)
            raise NurseryError("no place: " + message.decode(errors="replace"))
        return _NUMBER.unpack(message)[0], fds[0], user

    def give_back(self, user):
        """Nothing of the place is left."""
        if user != _NOBODY:
            self._free_users.append(user)
            if len(self._asked) < _AHEAD:
                self._ask()

    def _ask(self):
        if self._has_users and not self._free_users:
            return
        user = self._free_users.popleft() if self._has_users else _NOBODY
        self._asked.append(user)
        self._socket.send(_NUMBER.pack(user))


def _serve(channel, config):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # inits are reaped by the kernel
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)  # pid 1 does not get default actions from inside
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)  # nor of the inits, which share its memory, does a sample see more than names
    syscalls.close_range(channel.fileno() + 1, 2**31 - 1)
    home = os.pidfd_open(os.getppid())  # the server stays in the namespaces that this process leaves and returns to
    while request := channel.recv(_NUMBER.size):
        try:
            pid, pidfd = _make_place(home, config, *_NUMBER.unpack(request))
        except OSError as error:
            channel.send(str(error).encode()[:500])
            continue
        socket.send_fds(channel, [_NUMBER.pack(pid)], [pidfd])
        os.close(pidfd)


def _make_place(home, config, user):
    try:
        syscalls.unshare(NAMESPACES | syscalls.CLONE_NEWPID)
        _furnish(config, user)
        pid = syscalls.start_idler()
    finally:
        syscalls.setns(home, NAMESPACES | syscalls.CLONE_NEWPID)
    return pid, os.pidfd_open(pid)


def _furnish(config, user):
    """Mounts what a sample may write to, in its own namespaces. Its /proc it mounts itself: that takes a process inside."""
    private = syscalls.MS_NOSUID | syscalls.MS_NODEV
    size = "size=%dm,nr_inodes=%d,mode=1777" + ("" if user == _NOBODY else ",uid=%d,gid=%d" % (user, user))
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount("tmpfs", "/tmp", "tmpfs", private, size % (config["tmpMb"], 20000))
    syscalls.mount("tmpfs", "/dev/shm", "tmpfs", private, size % (config["shmMb"], 4000))
    # Terminals that no other sample can see or use up.
    syscalls.mount("devpts", "/dev/pts", "devpts", syscalls.MS_NOSUID | syscalls.MS_NOEXEC, "newinstance,ptmxmode=0666")
    for name in ("cgroup", "cpuGroup"):
        if config.get(name):
            syscalls.umount(config[name])
    syscalls.raise_loopback()
    lay_out(config, user=user)


def lay_out(config, work=WORK_DIR, home=HOME_DIR, user=_NOBODY):
    """Creates the empty folders that a program finds. Matplotlib's font cache is linked; its folder stays writable."""
    os.umask(0)
    os.mkdir(work, 0o777)
    os.mkdir(home, 0o777)
    made = [work, home]
    source = config.get("matplotlibConfig")
    if source:
        target = os.path.join(home, ".config", "matplotlib")
        os.makedirs(target, 0o777)
        made += [os.path.dirname(target), target]
        for name in config["matplotlibFiles"]:
            os.symlink(os.path.join(source, name), os.path.join(target, name))
    os.umask(0o022)
    if user != _NOBODY:
        for folder in made:
            os.chown(folder, user, user)
