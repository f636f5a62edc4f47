"""The way into a place, taken by a sample right after its fork. The places themselves are the server's (places.py)."""

import os

from ..confine import landlock, syscalls
from .nursery import HOME_DIR, NAMESPACES, WORK_DIR

SANDBOX_UID = 1000
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_TERMINALS = ("/dev/pts",)
_KERNEL_FILES = ("cpuinfo", "meminfo", "stat", "loadavg", "uptime", "version", "filesystems", "sys/kernel/random")
# What is said there about the host.
_HIDDEN_FILES = [path for path in ("/proc/cmdline", "/proc/config.gz", "/proc/kallsyms") if os.path.exists(path)]
_PROC_FLAGS = syscalls.MS_NOSUID | syscalls.MS_NODEV | syscalls.MS_NOEXEC | syscalls.MS_RDONLY


class NamespacedEntrance:
    """Levels `namespaces` and `root`. A real user id (level `root`) takes the place of a user namespace. With root's help a
    sample has a user id that no other has inside of its user namespace, too.
    """

    home_dir, tmp_dir = HOME_DIR, "/tmp"

    def __init__(self, config):
        self._is_real_user = config["level"] == "root"
        if self._is_real_user:
            syscalls.drop_bounding_set()  # for every sample to come; a new user namespace has a new one
        elif config.get("uidBase") is not None:
            # A sample changes its user before it makes its user namespace, and some systems let nobody make one who has no
            # capabilities.
            syscalls.keep_capabilities()
        # A sample's own /proc is read-only: what is written about it on its way in goes through this one.
        self._proc_fd = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._user = os.getuid(), os.getgid()
        self._shm_options = "size=%dm,nr_inodes=4000,mode=1777" % config["shmMb"]

    def fork(self, request):
        # Only processes to come are in that namespace; the next fork goes to another.
        syscalls.setns(request.init, syscalls.CLONE_NEWPID)
        return syscalls.fork_sibling()

    def enter(self, request):
        """From here on it sees only its own place, and itself at the top of all control groups."""
        syscalls.hide_cgroups()
        syscalls.setns(request.init, NAMESPACES)
        if request.home is not None:
            # Files and network are those of its tests; memory between processes is not.
            syscalls.setns(request.home, syscalls.CLONE_NEWNS | syscalls.CLONE_NEWNET)
            syscalls.unshare(syscalls.CLONE_NEWNS)
            syscalls.mount("tmpfs", "/dev/shm", "tmpfs", syscalls.MS_NOSUID | syscalls.MS_NODEV, self._shm_options)
        # Of its pid namespace. Read-only: nobody gets out of the way of the kernel when memory runs out, or writes to
        # what is shared.
        syscalls.mount("proc", "/proc", "proc", _PROC_FLAGS)
        for path in _HIDDEN_FILES:
            syscalls.mount("/dev/null", path, None, syscalls.MS_BIND)
        has_user = request.real_uid >= 0 and not self._is_real_user
        if has_user:
            _become(request.real_uid)
        syscalls.volunteer_for_out_of_memory(self._proc_fd)
        if not self._is_real_user:
            syscalls.unshare(syscalls.CLONE_NEWUSER)
            user = (request.real_uid, request.real_uid) if has_user else self._user
            syscalls.map_one_user(*user, SANDBOX_UID, self._proc_fd)
            syscalls.drop_bounding_set()
        os.chdir(WORK_DIR)

    def drop_privileges(self, request):
        if self._is_real_user:
            _become(request.real_uid)
        syscalls.drop_capabilities()


def _become(user):
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


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
