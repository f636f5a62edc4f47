"""Places without namespaces of their own: levels `shared`, `landlock` and `none`. One sample at a time, wiped out after it.

At level `shared` the server sits in a sandbox of its own: everything in its pid namespace but itself, the zygote and pid 1
belongs to the sample. At levels `landlock` and `none` the server is a subreaper on the host: its other descendants are the
sample.
"""

import itertools
import os
import signal
import stat
import time

from ..confine import syscalls
from .entrances import writable_dirs
from .nursery import lay_out
from .process_table import ProcessTable

_WIPE_SECONDS = 5


class SharedPlaces:
    places_at_once = 1

    def __init__(self, config, zygote_pid):
        self._config = config
        self._scratch = config["scratch"]
        self._spared = {os.getpid(), zygote_pid}
        self.owns_pid_namespace = config["level"] == "shared"
        syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)

    def open_place(self):
        self.empty_folders()
        lay_out(self._config, os.path.join(self._scratch, "work"), os.path.join(self._scratch, "home"))
        return _SharedPlace(self)

    def empty_folders(self):
        for folder in writable_dirs(self._config):
            empty_folder(folder)

    def used_bytes(self):
        return sum(folder_bytes(folder) for folder in writable_dirs(self._config))

    def orphans(self, sample_pid):
        """Processes that a sample left to us, dead ones too: nobody waits for them before it ends."""
        try:
            with open("/proc/%d/task/%d/children" % (os.getpid(), os.getpid())) as file:
                children = map(int, file.read().split())
        except OSError:  # this kernel has no such file
            return []
        return [pid for pid in children if pid != sample_pid and pid not in self._spared]

    def wipe_processes(self):
        """Kills whatever the sample left behind, until nothing remains. Stops it first: a stopped process cannot fork."""
        deadline = time.monotonic() + _WIPE_SECONDS
        while time.monotonic() < deadline:
            self._reap()
            left = ProcessTable().descendants([os.getpid()])
            if self.owns_pid_namespace:
                left.update(ProcessTable().pids())
            left -= self._spared
            left.discard(1)
            if not left:
                return
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for pid in left:
                    try:
                        os.kill(pid, number)
                    except OSError:
                        pass
            time.sleep(0.001)
        raise SystemExit("processes of a sample cannot be killed")

    def dismantle(self):
        """The end of the server: nothing outlives it, and on the host its folder is removed too."""
        self.wipe_processes()
        if not self.owns_pid_namespace:
            empty_folder(self._scratch)
            os.rmdir(self._scratch)

    @staticmethod
    def _reap():
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass


class _SharedPlace:
    gone_fd = None
    real_uid = -1

    def __init__(self, places):
        self._places = places
        self.root_pids = []
        self.base_processes = 0 if places.owns_pid_namespace else _processes_of_user()

    def orphans(self, sample_pid):
        return self._places.orphans(sample_pid)

    def kill(self):
        pass  # the server kills the main process; the rest goes in close()

    def close(self):
        self._places.wipe_processes()
        self._places.empty_folders()

    def used_bytes(self):
        """How much the sample has written; it has no file system of its own that would limit it."""
        return self._places.used_bytes()


def empty_folder(folder):
    """Removes everything in a folder without following links, whatever its depth and permissions."""
    names = itertools.count()
    while True:
        folders = []
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                os.unlink(entry.path)
        if not folders:
            return
        for path in folders:
            os.chmod(path, stat.S_IRWXU)
            for entry in list(os.scandir(path)):
                if entry.is_dir(follow_symlinks=False):
                    # Moved to the top, so that no path gets too long.
                    os.chmod(entry.path, stat.S_IRWXU)
                    os.rename(entry.path, os.path.join(folder, ".wiped-%d" % next(names)))
                else:
                    os.unlink(entry.path)
            os.rmdir(path)


def folder_bytes(folder):
    total, waiting = 0, [folder]
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                total += 4096 + entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
            except OSError:
                continue
    return total


def _processes_of_user():
    own = os.getuid()
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.stat("/proc/" + name).st_uid == own:
                    count += len(os.listdir("/proc/%s/task" % name))
            except OSError:
                continue
    return count
