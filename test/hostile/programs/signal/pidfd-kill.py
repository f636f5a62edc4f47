# about: signals through process descriptors instead of ids
# expect: fail, killed
import os
import signal


def task_func():
    for pid in [*range(1, 3000), os.getppid(), @NODE_PID@, @BYSTANDER_PID@]:
        if pid == os.getpid():
            continue
        try:
            signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL)
        except OSError:
            pass
    return 0
