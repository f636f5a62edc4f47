# about: the classic one, in a shell
# expect: timeout, killed, error, fail
# limits: cpuMs=2000 wallMs=4000 processes=32
import subprocess


def task_func():
    return subprocess.run(["/bin/sh", "-c", "bomb() { bomb | bomb & wait; }; bomb"]).returncode
