# about: runs every program of the system that carries the set-user-id bit, and makes one of its own
# expect: pass
# test: refused
import os
import shutil
import stat
import subprocess


def attack():
    reached = []
    # The bit means something only while this is not set.
    with open("/proc/self/status") as status:
        facts = dict(line.split(":\t", 1) for line in status if ":\t" in line)
    if facts.get("NoNewPrivs", "0").strip() != "1":
        reached.append("new privileges are possible")
    shell = os.environ["TMPDIR"] + "/bcbhostile-sh"
    shutil.copy("/bin/sh", shell)
    try:
        os.chmod(shell, 0o6755 | stat.S_ISUID)
    except OSError:
        pass
    shown = subprocess.run([shell, "-p", "-c", "id -u"], capture_output=True, text=True).stdout.strip()
    if shown == "0":
        reached.append("own set-user-id shell")
    return reached
