# about: looks for processes of the host in /proc
# expect: pass
# test: refused
import os


def process_ids():
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def is_runner(pid):
    try:
        with open("/proc/%d/cmdline" % pid) as file:
            return file.read().startswith(("/opt/bcb/", "bwrap"))
    except OSError:
        return False


def attack():
    pids = set(process_ids())
    # Process 1 and the runner are the world's own; everything else is this program.
    reached = sorted(pid for pid in pids - {1, os.getpid()} if not is_runner(pid))
    for pid in (@NODE_PID@, @BYSTANDER_PID@):
        try:
            os.kill(pid, 0)
            if pid not in pids:
                reached.append(pid)
        except OSError:
            pass
    return reached
