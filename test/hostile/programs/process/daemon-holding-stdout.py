# about: a daemon that keeps standard output open, so that whoever waits for its end waits for ever
# expect: fail
import subprocess


def task_func():
    subprocess.Popen(["bcbhostile", "100000"], executable="/bin/sleep", start_new_session=True, close_fds=False)
    return 0
