# about: another program floods standard output
# expect: output-limit
# limits: outputKb=16 maxOutputMb=2
import subprocess


def task_func():
    return subprocess.run(["/bin/sh", "-c", "exec yes bcbhostile"]).returncode
