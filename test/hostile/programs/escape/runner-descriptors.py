# about: opens the descriptors of the processes around it through /proc, among them the pipes to the parent
# expect: pass
# test: refused
import os


def process_ids():
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def attack():
    reached = []
    for pid in {1, os.getppid(), *process_ids()} - {os.getpid()}:
        try:
            names = os.listdir("/proc/%d/fd" % pid)
        except OSError:
            continue
        for name in names:
            for mode in (os.O_RDONLY, os.O_WRONLY):
                try:
                    path = "/proc/%d/fd/%s" % (pid, name)
                    os.close(os.open(path, mode | os.O_NONBLOCK))
                    reached.append("%s %s" % (path, os.readlink(path)))
                except OSError:
                    pass
    return reached
