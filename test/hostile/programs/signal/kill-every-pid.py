# about: kills every process id there can be, one by one, but its own
# expect: fail, killed
# limits: cpuMs=10000
import os
import signal


def task_func():
    own = os.getpid()
    for pid in [*range(1, 70000), @NODE_PID@, @BYSTANDER_PID@]:
        if pid != own:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    return 0
