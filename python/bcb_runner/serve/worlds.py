"""Where samples live. A world makes places; a place holds one sample and can be wiped out as a whole.

NamespacedWorld (levels `namespaces` and `root`): every place has namespaces of its own, made by the nursery; many at once.
SharedWorld (levels `shared`, `landlock` and `none`): one place at a time inside whatever confines the zygote itself; see shared_world.py.
"""

import os
import signal

from ..confine import syscalls
from .nursery import HOME_DIR, NAMESPACES, WORK_DIR

SANDBOX_UID = 1000


class NamespacedWorld:
    """Fresh namespaces per sample. `real_uids`: drop to a real user id (level `root`) instead of a new user namespace."""

    places_at_once = None
    work_dir, home_dir, tmp_dir = WORK_DIR, HOME_DIR, "/tmp"

    def __init__(self, config, nursery):
        self._real_uid_base = config.get("uidBase")
        self._nursery = nursery
        # A sample's own /proc is read-only: what is written about it on its way in goes through this one.
        self.proc_fd = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._own_pid_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self._taken = set()

    def open_place(self):
        pid, pidfd = self._nursery.take()
        slot = next(index for index in range(len(self._taken) + 1) if index not in self._taken)
        self._taken.add(slot)
        real_uid = None if self._real_uid_base is None else self._real_uid_base + slot
        return _NamespacedPlace(self, slot, pid, pidfd, real_uid)

    def fork_into(self, pidfd):
        """Forks a child into the other pid namespace; this process stays where it is."""
        syscalls.setns(pidfd, syscalls.CLONE_NEWPID)
        try:
            pid = syscalls.fork()
        except BaseException:
            syscalls.setns(self._own_pid_namespace, syscalls.CLONE_NEWPID)
            raise
        if pid != 0:
            syscalls.setns(self._own_pid_namespace, syscalls.CLONE_NEWPID)
        return pid

    def dismantle(self):
        """Nothing to do: when the zygote exits, the pid namespace around it ends with everything in it."""

    def release(self, slot):
        self._taken.discard(slot)


class _NamespacedPlace:
    def __init__(self, world, slot, init_pid, init_pidfd, real_uid):
        self._world, self._slot = world, slot
        self._init_pidfd, self._real_uid = init_pidfd, real_uid
        self.root_pids = [init_pid]
        # Readable once the init, and with it everything in its pid namespace, is gone.
        self.gone_fd = init_pidfd
        # Process counts start at zero in a new user namespace, and for a user id that nobody else has.
        self.base_processes = 0

    def fork(self):
        return self._world.fork_into(self._init_pidfd)

    def enter(self):
        """In the child: from here on it sees only its own place, and itself at the top of all control groups."""
        syscalls.hide_cgroups()
        syscalls.setns(self._init_pidfd, NAMESPACES)
        # Of this pid namespace. Read-only: nobody gets out of the way of the kernel when memory runs out, or writes to
        # what is shared.
        read_only = syscalls.MS_NOSUID | syscalls.MS_NODEV | syscalls.MS_NOEXEC | syscalls.MS_RDONLY
        syscalls.mount("proc", "/proc", "proc", read_only)
        syscalls.volunteer_for_out_of_memory(self._world.proc_fd)
        if self._real_uid is None:
            uid, gid = os.getuid(), os.getgid()
            syscalls.unshare(syscalls.CLONE_NEWUSER)
            syscalls.map_one_user(uid, gid, SANDBOX_UID, self._world.proc_fd)
        os.chdir(WORK_DIR)

    def drop_privileges(self):
        syscalls.drop_bounding_set()
        if self._real_uid is not None:
            os.setgroups([])
            os.setresgid(self._real_uid, self._real_uid, self._real_uid)
            os.setresuid(self._real_uid, self._real_uid, self._real_uid)
        syscalls.drop_capabilities()

    def kill(self):
        try:
            signal.pidfd_send_signal(self._init_pidfd, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def close(self):
        os.close(self._init_pidfd)
        self._world.release(self._slot)
