# about: searches the environment of every process it can see
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
    for pid in [*process_ids(), "self", "@NODE_PID@", "@BYSTANDER_PID@"]:
        try:
            with open("/proc/%s/environ" % pid, "rb") as file:
                if b"@SECRET_VARIABLE@" in file.read():
                    reached.append(pid)
        except OSError:
            pass
    if "@SECRET_VARIABLE@" in os.environ:
        reached.append(os.environ["@SECRET_VARIABLE@"])
    return reached
