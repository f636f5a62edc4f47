# about: the classic one, in a shell
# expect: timeout, killed, error, fail
# limits: cpuMs=800 wallMs=3000 processes=32
import subprocess


def task_func():
    return subprocess.run(["/bin/sh", "-c", "bomb() { bomb | bomb & wait; }; bomb"]).returncode
