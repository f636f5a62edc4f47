# about: asks that others be killed when memory runs out
# expect: pass
# expect-D: fail
# test: refused
import subprocess


def attack():
    """Of the process itself nothing may be changed; a fresh program has its own file."""
    command = "echo 0 > /proc/self/oom_score_adj; cat /proc/self/oom_score_adj"
    found = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True).stdout.strip()
    return [] if found == "1000" else [found]
