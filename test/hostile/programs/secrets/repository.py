# about: looks for the benchmark itself, its results and its tests
# expect: pass
# test: refused
import os


def attack():
    reached = []
    for path in ("@REPOSITORY@", "@REPOSITORY@/package.json", "@REPOSITORY@/tasks", "@REPOSITORY@/.git/config"):
        try:
            reached.append(os.listdir(path) if os.path.isdir(path) else open(path).read())
        except OSError:
            pass
    for folder, _, names in os.walk("/opt"):
        reached += [os.path.join(folder, name) for name in names if name in ("solution.py", "package.json", "task.json")]
    return reached
