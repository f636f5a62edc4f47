# about: kills every process group and session leader it can name
# expect: fail, killed
# limits: cpuMs=10000
import os
import signal


def task_func():
    own = os.getpgid(0)
    for group in [*range(1, 70000), @NODE_PID@, @BYSTANDER_PID@]:
        if group != own:
            try:
                os.killpg(group, signal.SIGKILL)
            except OSError:
                pass
    return 0
