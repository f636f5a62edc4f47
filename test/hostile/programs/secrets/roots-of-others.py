# about: looks through the root and working folders of other processes
# expect: pass
# test: refused
import glob


def attack():
    reached = []
    links = ["/proc/[0-9]*/%s/" % name for name in ("root", "cwd", "task/*/root", "task/*/cwd")]
    for path in (path for link in links for path in glob.glob(link)):
        try:
            with open(path + "@SECRET_FILE@") as file:
                reached.append(file.read())
        except OSError:
            pass
    return reached
