# about: leaves a changed root through an open folder, the classic way
# expect: pass
# test: refused
import os


def attack():
    reached = []
    try:
        jail = os.environ["TMPDIR"] + "/jail"
        os.mkdir(jail)
        outside = os.open("/", os.O_RDONLY)
        os.chroot(jail)
        reached.append("chroot")
        os.fchdir(outside)
        os.chroot("../../../..")
    except OSError:
        pass
    return reached
