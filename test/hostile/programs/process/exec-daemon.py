# about: a daemon that has become another program, with every descriptor closed
# expect: fail
import subprocess


def task_func():
    subprocess.Popen(
        ["bcbhostile", "100000"],
        executable="/bin/sleep",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return 0
