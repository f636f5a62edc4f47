# Programs that want to be more than they are.

#: new user namespace
#: expect fail
import ctypes
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    for flags in (0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x10020000):
        if libc.unshare(flags) == 0:
            print("UNSHARED", hex(flags))

#: new user namespace by clone
#: expect fail
import ctypes, os
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    pid = libc.syscall(56 if {X86} else 220, 0x10000000 | 17, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        print("CLONED")

#: new user namespace by clone3
#: expect fail
import ctypes, os, struct
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    arguments = struct.pack("8Q", 0x10000000, 0, 0, 0, 17, 0, 0, 0)
    pid = libc.syscall(435, arguments, len(arguments))
    if pid == 0:
        os._exit(0)
    if pid > 0:
        print("CLONED")

#: become root
#: expect fail
import os
def task_func():
    for attempt in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.setresuid(0, 0, 0)):
        try:
            attempt()
            print("BECAME-ROOT", os.getuid() == 0 and not {NONE})
        except OSError:
            pass

#: programs that run as root
#: expect fail error
import subprocess
def task_func():
    for command in (["su", "-c", "id"], ["sudo", "-n", "id"], ["pkexec", "id"], ["mount", "-t", "tmpfs", "x", "/mnt"], ["passwd", "-d", "root"], ["newgrp", "root", "-c", "id"]):
        try:
            done = subprocess.run(command, capture_output=True, timeout=5, stdin=subprocess.DEVNULL)
            if b"uid=0" in done.stdout or (command[0] == "mount" and done.returncode == 0):
                print("RAN-AS-ROOT", command)
        except (OSError, subprocess.TimeoutExpired):
            pass

#: mount
#: expect fail
import ctypes
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    calls = (
        libc.mount(b"tmpfs", b"/usr", b"tmpfs", 0, None),
        libc.mount(b"none", b"/", None, 0x1020, None),
        libc.umount2(b"/tmp", 2),
        libc.umount2(b"/proc", 2),
        libc.chroot(b"/tmp"),
        libc.pivot_root(b"/", b"/tmp") if hasattr(libc, "pivot_root") else -1,
    )
    if 0 in calls:
        print("MOUNTED", calls)

#: trace
#: expect fail
import ctypes, os
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in (os.getppid(), 1, 2, 3):
        if pid != os.getpid() and libc.ptrace(16, pid, 0, 0) == 0:
            print("TRACED", pid)
    if libc.syscall(310 if {X86} else 270, os.getppid() or 1, 0, 0, 0, 0, 0) == 0:
        print("TRACED by reading")

#: descriptors taken from other processes
#: expect fail
import ctypes, os
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in (1, 2, os.getppid()):
        try:
            handle = os.pidfd_open(pid)
        except OSError:
            continue
        for fd in range(10):
            if libc.syscall(438, handle, fd, 0) >= 0 and pid != os.getpid():
                print("STOLEN", pid, fd)

#: kernel programs
#: expect fail
import ctypes
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    numbers = (321, 298, 323, 425, 248, 246, 175) if {X86} else (280, 241, 282, 425, 217, 104, 105)
    for number in numbers:
        buffer = ctypes.create_string_buffer(256)
        if libc.syscall(number, 0, buffer, 128, 0, 0) >= 0:
            print("KERNEL-CALL", number)

#: capabilities
#: expect fail
import ctypes
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)(0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0, 0)) == 0:
        print("CAPABILITIES-GAINED")
    status = open("/proc/self/status").read()
    if "CapEff:\t0000000000000000" not in status:
        print("CAPABILITIES-HELD", status)

#: the clock and the name of the machine
#: expect fail
import ctypes, time
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    try:
        time.clock_settime(time.CLOCK_REALTIME, 0)
        print("CLOCK-SET")
    except OSError:
        pass
    if libc.sethostname(b"owned", 5) == 0:
        print("NAME-SET")

#: settings of the kernel
#: expect fail
def task_func():
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/sys/kernel/hostname", "/proc/self/oom_score_adj"):
        try:
            with open(path, "w") as file:
                file.write("-1000")
            print("SETTING-WRITTEN", path)
        except OSError:
            pass

#: write where nobody may
#: expect fail
import os
def task_func():
    for folder in ("/", "/etc", "/usr", "/usr/bin", "/usr/local/lib", "/opt", "/opt/bcb", "/opt/bcb/env", "/opt/bcb/env/bin", "/opt/bcb/env/lib", "/opt/bcb/runner", "/opt/bcb/runner/bcb_runner", "/opt/bcb/python/lib", "/dev", "/proc", "/sys", "/root", "/home", "/var/tmp", "/run", "{OUTSIDE_DIR}", "{RUNNER_DIR}"):
        try:
            path = os.path.join(folder, "planted-by-a-program")
            open(path, "w").close()
            print("WRITTEN-OUTSIDE", path)
        except OSError:
            pass

#: change what the next program imports
#: expect fail
import os, sys, json
def task_func():
    for target in [os.__file__, json.__file__, sys.executable] + sys.path:
        for attempt in (lambda: open(target, "ab").write(b"#"), lambda: os.unlink(target), lambda: os.rename(target, target + ".old"), lambda: os.chmod(target, 0o777), lambda: open(os.path.join(target, "sitecustomize.py"), "w")):
            try:
                attempt()
                print("ENVIRONMENT-CHANGED", target)
            except OSError:
                pass

#: devices
#: expect fail
import os, stat
def task_func():
    for kind, major, minor in ((stat.S_IFBLK, 8, 0), (stat.S_IFBLK, 254, 0), (stat.S_IFCHR, 1, 1)):
        try:
            os.mknod("device", 0o666 | kind, os.makedev(major, minor))
            os.open("device", os.O_RDWR)
            print("DEVICE-MADE", major, minor)
        except OSError:
            pass

#: files that would run as somebody else
#: expect fail
import os, shutil, subprocess
def task_func():
    shutil.copy("/bin/sh", "shell")
    try:
        os.chmod("shell", 0o6755)
        os.chown("shell", 0, 0)
    except OSError:
        pass
    done = subprocess.run(["./shell", "-p", "-c", "id"], capture_output=True)
    if (b"uid=0" in done.stdout or b"euid=0" in done.stdout) and not {NONE}:
        print("RAN-AS-ROOT")

#: links out of the working folder
#: expect fail
import os
def task_func():
    os.symlink("{OUTSIDE_DIR}", "out")
    try:
        open("out/planted-by-a-program", "w").close()
        print("WRITTEN-OUTSIDE")
    except OSError:
        pass
    try:
        os.link("{SECRET_FILE}", "hard")
        print(open("hard").read())
    except OSError:
        pass

#: take away the own folders
#: expect pass
import os, shutil
def task_func():
    shutil.rmtree(os.getcwd(), ignore_errors=True)
    shutil.rmtree(os.path.expanduser("~"), ignore_errors=True)
    return 42

#: terminal input
#: expect fail
import fcntl, os
def task_func():
    for path in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/stdin"):
        try:
            fd = os.open(path, os.O_RDWR)
            fcntl.ioctl(fd, 0x5412, b"x")
            print("TYPED", path)
        except OSError:
            pass
