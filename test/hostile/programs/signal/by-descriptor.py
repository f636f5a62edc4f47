# about: has the kernel signal the processes around it, as owners of a descriptor and through their folders in /proc
# expect: pass
# test: refused
import ctypes
import fcntl
import os
import signal
import socket

LIBC = ctypes.CDLL(None, use_errno=True)
PIDFD_SEND_SIGNAL = 424


def attack():
    reached = []
    for pid in {os.getppid(), @NODE_PID@, @BYSTANDER_PID@} - {0, 1}:
        here, there = socket.socketpair()
        try:
            fcntl.fcntl(here, fcntl.F_SETOWN, pid)
            fcntl.fcntl(here, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(here, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
            there.send(b"x")
            reached.append("owner %d" % pid)
        except OSError:
            pass
        try:
            folder = os.open("/proc/%d" % pid, os.O_RDONLY | os.O_DIRECTORY)
            if LIBC.syscall(PIDFD_SEND_SIGNAL, folder, 0, None, 0) == 0:
                reached.append("folder %d" % pid)
        except OSError:
            pass
    return reached
