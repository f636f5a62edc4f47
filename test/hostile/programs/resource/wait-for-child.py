# about: waits for a child that never ends
# expect: timeout
# limits: wallMs=800
import subprocess


def task_func():
    return subprocess.run(["bcbhostile", "100000"], executable="/bin/sleep").returncode
