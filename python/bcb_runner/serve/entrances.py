"""The way into a place, taken by a sample right after its fork. The places themselves are the server's (worlds.py)."""

import os

from ..confine import landlock, syscalls
from .nursery import HOME_DIR, NAMESPACES, WORK_DIR

SANDBOX_UID = 1000
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_TERMINALS = ("/dev/pts",)
_KERNEL_FILES = ("cpuinfo", "meminfo", "stat", "loadavg", "uptime", "version", "filesystems", "sys/kernel/random")
_PROC_FLAGS = syscalls.MS_NOSUID | syscalls.MS_NODEV | syscalls.MS_NOEXEC | syscalls.MS_RDONLY


class NamespacedEntrance:
    """Levels `namespaces` and `root`. A real user id (level `root`) takes the place of a user namespace."""

    home_dir, tmp_dir = HOME_DIR, "/tmp"

    def __init__(self, config):
        if config.get("uidBase") is not None:
            syscalls.drop_bounding_set()  # for every sample to come; a new user namespace has a new one
        # A sample's own /proc is read-only: what is written about it on its way in goes through this one.
        self._proc_fd = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._user = os.getuid(), os.getgid()

    def fork(self, request):
        # Only processes to come are in that namespace; the next fork goes to another.
        syscalls.setns(request.init, syscalls.CLONE_NEWPID)
        return syscalls.fork_sibling()

    def enter(self, request):
        """From here on it sees only its own place, and itself at the top of all control groups."""
        syscalls.hide_cgroups()
        syscalls.setns(request.init, NAMESPACES)
        # Of its pid namespace. Read-only: nobody gets out of the way of the kernel when memory runs out, or writes to
        # what is shared.
        syscalls.mount("proc", "/proc", "proc", _PROC_FLAGS)
        syscalls.volunteer_for_out_of_memory(self._proc_fd)
        if request.real_uid < 0:
            syscalls.unshare(syscalls.CLONE_NEWUSER)
            syscalls.map_one_user(*self._user, SANDBOX_UID, self._proc_fd)
            syscalls.drop_bounding_set()
        os.chdir(WORK_DIR)

    def drop_privileges(self, request):
        uid = request.real_uid
        if uid >= 0:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        syscalls.drop_capabilities()


class SharedEntrance:
    """Levels `shared`, `landlock` and `none`."""

    def __init__(self, config):
        self._config = config
        self.tmp_dir = config["scratch"]
        self.home_dir = os.path.join(self.tmp_dir, "home")
        self._work_dir = os.path.join(self.tmp_dir, "work")
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)

    def fork(self, _request):
        return syscalls.fork_sibling()

    def enter(self, _request):
        syscalls.volunteer_for_out_of_memory()
        os.chdir(self._work_dir)

    def drop_privileges(self, _request):
        level = self._config["level"]
        if level == "none":
            return
        if level == "landlock" or landlock.version() >= landlock.SIGNALS_SCOPED_SINCE:
            self._restrict(owns_pid_namespace=level == "shared")
        syscalls.drop_capabilities()

    def _restrict(self, owns_pid_namespace):
        proc = ["/proc"] if owns_pid_namespace else ["/proc/self"] + ["/proc/" + name for name in _KERNEL_FILES]
        terminals = _TERMINALS if owns_pid_namespace else ()
        readable = [*self._config["readable"], *proc, *terminals]
        writable = writable_dirs(self._config)
        landlock.restrict(readable, writable, _DEVICES + terminals, network=owns_pid_namespace)


def writable_dirs(config):
    return [config["scratch"], "/dev/shm"] if config["level"] == "shared" else [config["scratch"]]
