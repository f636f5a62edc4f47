# about: stops every process there can be, but itself
# expect: fail, timeout
# limits: cpuMs=10000 wallMs=12000
import os
import signal


def task_func():
    own = os.getpid()
    for pid in [*range(1, 70000), @NODE_PID@, @BYSTANDER_PID@]:
        if pid != own:
            try:
                os.kill(pid, signal.SIGSTOP)
            except OSError:
                pass
    return 0
