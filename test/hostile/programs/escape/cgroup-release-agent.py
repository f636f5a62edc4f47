# about: makes a control group whose end starts a program on the host
# expect: pass
# test: refused
import glob
import os


def attack():
    reached = []
    for folder in ["/sys/fs/cgroup", *glob.glob("/sys/fs/cgroup/*/"), "/opt/bcb/cgroup", *glob.glob("/opt/bcb/cgroup/*/")]:
        try:
            os.mkdir(os.path.join(folder, "bcbhostile"))
            reached.append(folder)
        except OSError:
            pass
        for name in ("release_agent", "notify_on_release", "cgroup.procs", "memory.max", "memory.limit_in_bytes", "pids.max"):
            try:
                with open(os.path.join(folder, name), "w") as file:
                    file.write("max" if "max" in name else "0")
                reached.append(os.path.join(folder, name))
            except OSError:
                pass
    return reached
