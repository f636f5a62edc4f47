# about: lists the folders where people keep their files
# expect: pass
# test: refused
import os


def attack():
    reached = []
    for folder in ("/root", "/home", "/mnt", "/media", "/srv", "/var/lib", "/var/log", "/opt", "/workspace", "/data"):
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        # What the sandbox itself puts there has a name of its own.
        reached += [os.path.join(folder, name) for name in names if name != "bcb"]
    return reached
