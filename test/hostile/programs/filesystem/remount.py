# about: turns the read-only system into a writable one, or mounts its own over it
# expect: pass
# test: refused
import ctypes
import os

MS_REMOUNT, MS_BIND, MS_MOVE = 32, 4096, 8192


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    mine = os.fsencode(os.environ["TMPDIR"]) + b"/mine"
    os.makedirs(mine, exist_ok=True)
    for arguments in (
        (b"none", b"/", None, MS_REMOUNT | MS_BIND, None),
        (b"none", b"/usr", None, MS_REMOUNT | MS_BIND, None),
        (b"tmpfs", mine, b"tmpfs", 0, None),
        (mine, b"/etc", None, MS_BIND, None),
        (b"proc", mine, b"proc", 0, None),
        (b"/proc", mine, None, MS_MOVE, None),
    ):
        if libc.mount(*arguments) == 0:
            reached.append(arguments[1])
    for target in (b"/tmp", b"/proc", b"/dev/shm", b"/usr", b"/"):
        if libc.umount2(target, 2) == 0:
            reached.append(b"umount " + target)
    return reached
