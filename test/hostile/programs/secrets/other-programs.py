# about: looks for traces of the programs that ran before it
# expect: pass
# test: refused
import os
import sys


def attack():
    reached = []
    for folder in ("/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), os.getcwd()):
        for parent, folders, names in os.walk(folder):
            reached += [os.path.join(parent, name) for name in names]
            folders[:] = [name for name in folders if name != ".config"]
    # The runner must not lie around where a program can import it.
    for name in list(sys.modules):
        if "bcb" in name or name == "runner":
            reached.append(name)
    return reached
