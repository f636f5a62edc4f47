# about: looks through the root and working folders of other processes
# expect: pass
# test: refused
import glob


def attack():
    reached = []
    for path in glob.glob("/proc/[0-9]*/root/") + glob.glob("/proc/[0-9]*/cwd/") + glob.glob("/proc/[0-9]*/task/*/root/"):
        try:
            with open(path + "@SECRET_FILE@") as file:
                reached.append(file.read())
        except OSError:
            pass
    return reached
