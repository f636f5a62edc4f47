# about: looks for processes of the host in /proc
# expect: pass
# test: refused
import os


def attack():
    pids = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    # Process 1 is the world's own; everything else is this program.
    reached = sorted(pids - {1, os.getpid()})
    for pid in (@NODE_PID@, @BYSTANDER_PID@):
        try:
            os.kill(pid, 0)
            if pid not in (1, os.getpid()):
                reached.append(pid)
        except OSError:
            pass
    return reached
