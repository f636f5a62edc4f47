# about: reads from every descriptor it was born with
# expect: pass
# test: refused
import os
import socket
import stat


def attack():
    reached = []
    for fd in range(0, 1100):
        try:
            kind = os.fstat(fd).st_mode
            target = os.readlink("/proc/self/fd/%d" % fd)
        except OSError:
            continue
        if stat.S_ISREG(kind) or (stat.S_ISDIR(kind) and not target.startswith("/proc")):
            reached.append(target)
        if stat.S_ISSOCK(kind):
            connection = socket.socket(fileno=os.dup(fd))
            try:
                if connection.getpeername() or connection.recv(1, socket.MSG_DONTWAIT):
                    reached.append(target)
            except OSError:
                pass
    return reached
