# about: leaves folders that nobody may enter or empty
# expect: fail
import os


def task_func():
    top = os.environ["TMPDIR"] + "/bcbhostile"
    os.makedirs(top + "/inner/most")
    open(top + "/inner/file", "w").close()
    for path in (top + "/inner/most", top + "/inner", top, "."):
        try:
            os.chmod(path, 0)
        except OSError:
            pass
    return 0
