# about: writes to the settings of the kernel
# expect: pass
# test: refused
NAMES = (
    "kernel/core_pattern kernel/modprobe kernel/hotplug kernel/sysrq kernel/hostname kernel/ns_last_pid vm/overcommit_memory "
    "vm/drop_caches fs/file-max fs/binfmt_misc/register kernel/randomize_va_space kernel/yama/ptrace_scope"
).split()


def attack():
    reached = []
    for name in NAMES:
        try:
            with open("/proc/sys/" + name, "r+") as file:
                now = file.read()
                file.seek(0)
                file.write(now)
            reached.append(name)
        except OSError:
            pass
    for path in ("/proc/sysrq-trigger", "/proc/self/loginuid", "/proc/acpi/wakeup", "/sys/kernel/uevent_helper", "/sys/power/state"):
        try:
            with open(path, "w") as file:
                file.write("0")
            reached.append(path)
        except OSError:
            pass
    return reached
