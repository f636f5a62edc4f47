# about: opens the reading ends of the pipes it was given, where its own results pass by
# expect: pass
# test: refused
import os


def attack():
    reached = []
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2:
            try:
                os.close(os.open("/proc/self/fd/" + name, os.O_RDONLY | os.O_NONBLOCK))
                reached.append(os.readlink("/proc/self/fd/" + name))
            except OSError:
                pass
    return [target for target in reached if not target.startswith("/proc")]
