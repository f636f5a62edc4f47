# about: leaves folders that nobody may enter or empty
# expect: fail
import os


def task_func():
    os.makedirs("/tmp/bcbhostile/inner/most")
    open("/tmp/bcbhostile/inner/file", "w").close()
    for path in ("/tmp/bcbhostile/inner/most", "/tmp/bcbhostile/inner", "/tmp/bcbhostile", "."):
        try:
            os.chmod(path, 0)
        except OSError:
            pass
    return 0
