# about: takes leases on shared files, for which others would have to wait, and asks to be told who reads their folder
# expect: pass
# test: refused
import fcntl
import os


def attack():
    reached = []
    folder = os.path.dirname(os.__file__)
    on_access = 1
    watched = os.open(folder, os.O_RDONLY)
    try:
        fcntl.fcntl(watched, fcntl.F_NOTIFY, on_access)
        reached.append("watches " + folder)
    except OSError:
        pass
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not os.path.isfile(path):
            continue
        fd = os.open(path, os.O_RDONLY)
        try:
            fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            reached.append("leases " + path)
        except OSError:
            pass
        finally:
            os.close(fd)
    return reached[:3]
