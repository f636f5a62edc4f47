# about: finds nothing that an earlier program left, and leaves something itself
# expect: pass
# test: once
import glob
import os


def task_func():
    own = {os.getcwd(), os.path.expanduser("~")}
    left = [path for path in glob.glob(os.environ["TMPDIR"] + "/*") if path not in own]
    left += os.listdir(".") + glob.glob(os.path.expanduser("~/*"))
    for folder in (os.environ["TMPDIR"], ".", os.path.expanduser("~")):
        with open(os.path.join(folder, "left-for-the-next"), "w") as file:
            file.write("42")
    return left or 42
