# about: makes device files for the memory and the disks of the machine
# expect: pass
# test: refused
import os
import stat


def attack():
    reached = []
    for name, kind, major, minor in (
        ("mem", stat.S_IFCHR, 1, 1),
        ("kmsg", stat.S_IFCHR, 1, 11),
        ("sda", stat.S_IFBLK, 8, 0),
        ("vda", stat.S_IFBLK, 254, 0),
        ("kvm", stat.S_IFCHR, 10, 232),
        ("fuse", stat.S_IFCHR, 10, 229),
    ):
        try:
            os.mknod(os.environ["TMPDIR"] + "/bcbhostile-" + name, 0o600 | kind, os.makedev(major, minor))
            open(os.environ["TMPDIR"] + "/bcbhostile-" + name, "rb").close()
            reached.append(name)
        except OSError:
            pass
    return reached
