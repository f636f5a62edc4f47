# about: tries to lift every limit it was given
# expect: pass
# test: refused
import resource


def attack():
    reached = []
    for name in ("CPU", "DATA", "FSIZE", "NPROC", "NOFILE", "CORE"):
        kind = getattr(resource, "RLIMIT_" + name)
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY:
            reached.append(name + " has no limit")
            continue
        try:
            resource.setrlimit(kind, (hard + 1, hard + 1))
            reached.append(name)
        except (OSError, ValueError):
            pass
    return reached
