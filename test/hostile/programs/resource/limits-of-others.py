# about: gives other processes limits and turns on the CPU that they cannot live with
# expect: pass
# test: refused
import ctypes
import os
import resource

LIBC = ctypes.CDLL(None, use_errno=True)


def set_io_priority(kind, who):
    number = 251 if os.uname().machine == "x86_64" else 30
    if LIBC.syscall(number, kind, who, (3 << 13) | 7) != 0:
        raise OSError(ctypes.get_errno(), "ioprio_set")


ATTACKS = {
    "no files": lambda pid: resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0)),
    "one CPU": lambda pid: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))}),
    "only when idle": lambda pid: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
    "last": lambda pid: os.setpriority(os.PRIO_PROCESS, pid, 19),
    "last on the disk": lambda pid: set_io_priority(1, pid),
}


def other_processes():
    found = {1, os.getppid(), @NODE_PID@, @BYSTANDER_PID@}
    try:
        found.update(int(name) for name in os.listdir("/proc") if name.isdigit())
    except OSError:
        pass
    return found - {0, os.getpid()}


def attack():
    reached = []
    for pid in other_processes():
        for name, try_it in ATTACKS.items():
            try:
                try_it(pid)
                reached.append("%s: %d" % (name, pid))
            except OSError:
                pass
    return reached
