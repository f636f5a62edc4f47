# about: reads how the machine was started and its kernel built, and what the first process of its world has open
# expect: pass
# test: refused
import os


def attack():
    reached = []
    for name in ("cmdline", "config.gz", "kallsyms"):
        try:
            with open("/proc/" + name, "rb") as file:
                if file.read(16):
                    reached.append(name)
        except OSError:
            pass
    # Where it has no parent that it could see, its world is its own.
    try:
        if os.getppid() == 0:
            reached += ["descriptor " + name for name in os.listdir("/proc/1/fd")]
    except OSError:
        pass
    return reached
