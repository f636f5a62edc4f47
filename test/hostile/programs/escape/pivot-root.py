# about: swaps the root of the file system, by old and new mount calls
# expect: pass
# test: refused
import ctypes
import os
import platform

CALLS = {
    "pivot_root": {"x86_64": 155, "aarch64": 41}[platform.machine()],
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsmount": 432,
    "fspick": 433,
    "mount_setattr": 442,
}


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    new = os.fsencode(os.environ["TMPDIR"]) + b"/new"
    os.makedirs(new + b"/old", exist_ok=True)
    reached = []
    arguments = {
        "pivot_root": (new, new + b"/old"),
        "open_tree": (-100, b"/", 1),
        "move_mount": (-100, new, -100, b"/usr", 0),
        "fsopen": (b"tmpfs", 0),
        "fsmount": (0, 0, 0),
        "fspick": (-100, b"/", 0),
        "mount_setattr": (-100, b"/", 0, bytes(32), 32),
    }
    for name, number in CALLS.items():
        if libc.syscall(number, *arguments[name]) >= 0:
            reached.append(name)
    return reached
