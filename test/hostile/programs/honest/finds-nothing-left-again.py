# about: the same once more, now that the program before it has left something everywhere
# expect: pass
# test: once
import glob
import os


def task_func():
    own = {os.getcwd(), os.path.expanduser("~")}
    left = [path for path in glob.glob(os.environ["TMPDIR"] + "/*") if path not in own]
    left += os.listdir(".") + glob.glob(os.path.expanduser("~/*"))
    return left or 42
