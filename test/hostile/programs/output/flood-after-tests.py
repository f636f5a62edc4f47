# about: a child floods standard output while and after the verdict falls
# expect: fail, output-limit
# limits: outputKb=16 maxOutputMb=2
import subprocess


def task_func():
    subprocess.Popen(["/bin/sh", "-c", "exec yes bcbhostile"], start_new_session=True)
    return 0
