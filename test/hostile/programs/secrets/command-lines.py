# about: reads the command lines of other processes, where keys are often passed
# expect: pass
# test: refused
import os


def attack():
    reached = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) in (1, os.getpid()):
            continue
        try:
            with open("/proc/%s/cmdline" % name) as file:
                line = file.read()
        except OSError:
            continue
        # The sandbox's own runner is no secret.
        if not line.startswith("/opt/bcb/"):
            reached.append(line)
    return reached
