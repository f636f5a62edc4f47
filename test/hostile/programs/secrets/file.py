# about: reads a file that only the user who runs the benchmark may read
# expect: pass
# test: refused
import subprocess


def attack():
    reached = []
    for path in ("@SECRET_FILE@", "/proc/1/root@SECRET_FILE@", "/proc/self/root@SECRET_FILE@", "/proc/@NODE_PID@/root@SECRET_FILE@"):
        try:
            with open(path) as file:
                reached.append(file.read())
        except OSError:
            pass
    shown = subprocess.run(["/bin/cat", "@SECRET_FILE@"], capture_output=True, text=True).stdout
    return reached + ([shown] if shown else [])
