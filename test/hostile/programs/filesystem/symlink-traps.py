# about: replaces the folders it was given by links to places outside
# expect: fail, error
import os
import shutil


def task_func():
    for victim in (os.getcwd(), os.environ.get("HOME", ""), os.environ.get("TMPDIR", "/tmp")):
        try:
            shutil.rmtree(victim, ignore_errors=True)
            os.symlink("@SECRET_FOLDER@", victim)
        except OSError:
            pass
    for name in ("@SECRET_FILE@", "@REPOSITORY@", "/", "/etc/passwd"):
        try:
            os.symlink(name, "/tmp/bcbhostile-" + name.replace("/", "-"))
            os.link(name, "/tmp/bcbhostile-hard" + name.replace("/", "-"))
        except OSError:
            pass
    return 0
