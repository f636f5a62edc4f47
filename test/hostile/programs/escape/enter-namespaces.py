# about: joins the namespaces of other processes
# expect: pass
# test: refused
import ctypes
import os


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    for pid in (1, os.getppid(), @NODE_PID@, @BYSTANDER_PID@):
        for kind in ("user", "mnt", "net", "pid", "ipc", "uts"):
            try:
                fd = os.open("/proc/%d/ns/%s" % (pid, kind), os.O_RDONLY)
            except OSError:
                continue
            if libc.setns(fd, 0) == 0:
                reached.append("%d %s" % (pid, kind))
            os.close(fd)
    return reached
