# about: reads the command lines of other processes, where keys are often passed
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
    for pid in process_ids():
        if pid in (1, os.getpid()):
            continue
        try:
            with open("/proc/%d/cmdline" % pid) as file:
                line = file.read()
        except OSError:
            continue
        # The sandbox's own runner is no secret.
        if not line.startswith("/opt/bcb/"):
            reached.append(line)
    return reached
