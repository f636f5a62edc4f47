# about: reads from every descriptor it was born with
# expect: pass
# test: refused
import os
import stat


def attack():
    reached = []
    for name in os.listdir("/proc/self/fd"):
        fd = int(name)
        try:
            kind = os.fstat(fd).st_mode
            target = os.readlink("/proc/self/fd/%d" % fd)
        except OSError:
            continue
        if stat.S_ISSOCK(kind) or stat.S_ISDIR(kind) and not target.startswith("/proc"):
            reached.append(target)
        if stat.S_ISREG(kind):
            reached.append(target)
        if stat.S_ISFIFO(kind):
            try:
                # Opening one's own pipe anew would give the other end.
                again = os.open("/proc/self/fd/%d" % fd, os.O_RDONLY | os.O_NONBLOCK)
                os.close(again)
            except OSError:
                pass
    return reached
