# about: looks for terminals of other programs
# expect: pass
# test: refused
import os


def attack():
    try:
        _, slave = os.openpty()
    except OSError:
        return []
    own = os.path.basename(os.ttyname(slave))
    seen = [name for name in os.listdir("/dev/pts") if name.isdigit() and name != own]
    return seen if own == "0" else [own, *seen]
