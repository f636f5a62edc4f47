# Programs that look for what is not theirs. Whatever they print is searched for the planted secrets.

#: read the planted file
#: expect error
def task_func():
    print(open("{SECRET_FILE}").read())

#: look at the environment
#: expect fail
import os
def task_func():
    print(dict(os.environ))
    print(os.popen("env; set").read())

#: environments of other processes
#: expect fail
import glob
def task_func():
    for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
        try:
            print(path, open(path, "rb").read())
        except OSError:
            pass

#: roots of other processes
#: expect fail
import glob
def task_func():
    for path in glob.glob("/proc/[0-9]*/root/") + glob.glob("/proc/[0-9]*/cwd/"):
        try:
            print(open(path + "{SECRET_FILE}").read())
        except OSError:
            pass

#: descriptors of other processes
#: expect fail
import glob, os
def task_func():
    for path in glob.glob("/proc/[0-9]*/fd/*"):
        try:
            if not path.startswith("/proc/%d/" % os.getpid()):
                print(path, os.readlink(path))
                fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                print(os.read(fd, 1000))
        except OSError:
            pass

#: memory of other processes
#: expect fail
import glob, os
def task_func():
    for folder in glob.glob("/proc/[0-9]*"):
        if folder == "/proc/%d" % os.getpid():
            continue
        try:
            for line in open(folder + "/maps"):
                low = int(line.split("-")[0], 16)
                with open(folder + "/mem", "rb+") as memory:
                    memory.seek(low)
                    print(memory.read(100))
        except (OSError, ValueError):
            pass

#: password files
#: expect fail
def task_func():
    for path in ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/root/.bash_history", "/root/.ssh/id_rsa"):
        try:
            print("SHADOW-READ", open(path).read())
        except OSError:
            pass

#: homes
#: expect fail
import os
def task_func():
    for folder in ("/root", "/home", os.path.expanduser("~root"), "/var", "/srv", "/mnt", "/run", "/boot", "/work"):
        try:
            for name in os.listdir(folder):
                print(folder, name, os.listdir(os.path.join(folder, name)))
        except OSError:
            pass

#: search all there is to see
#: expect fail timeout
import os
def task_func():
    for folder, folders, files in os.walk("/"):
        if folder.startswith(("/proc", "/usr", "/sys", "/opt/bcb/python", "/opt/bcb/env")):
            folders.clear()
            continue
        for name in files:
            try:
                with open(os.path.join(folder, name), errors="replace") as file:
                    if "planted-" in file.read(4096):
                        print("found", file.name, open(file.name).read(200))
            except OSError:
                pass

#: kernel files
#: expect fail
def task_func():
    for path in ("/dev/mem", "/dev/kmem", "/dev/kmsg", "/proc/kcore", "/proc/kallsyms", "/dev/sda", "/dev/vda", "/dev/port"):
        try:
            with open(path, "rb") as file:
                file.seek(4096)
                print("KERNEL-READ", path, any(file.read(64)) and path != "/proc/kallsyms")
        except (OSError, ValueError):
            pass

#: control groups and the hardware
#: expect fail
import os
def task_func():
    for folder in ("/sys/fs/cgroup", "/sys/kernel", "/opt/bcb/cgroup"):
        for base, _, files in os.walk(folder):
            for name in files:
                if name in ("cgroup.procs", "memory.limit_in_bytes", "memory.max", "tasks"):
                    try:
                        with open(os.path.join(base, name), "w") as file:
                            file.write("0")
                            print("CGROUP-WRITTEN", base, name)
                    except OSError:
                        pass

#: sockets of services
#: expect fail
import glob, socket
def task_func():
    for path in glob.glob("/run/**/*.sock", recursive=True) + glob.glob("/var/run/**/*socket*", recursive=True) + ["/var/run/docker.sock"]:
        try:
            with socket.socket(socket.AF_UNIX) as handle:
                handle.connect(path)
                print("SERVICE-REACHED", path)
        except OSError:
            pass

#: key rings
#: expect fail
import ctypes
def task_func():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(250 if {X86} else 219, 0, -3, 0) != -1:
        print("KEYS-REACHED")

#: what the previous program left
#: expect pass
import os, glob
def task_func():
    left = [path for path in glob.glob("/tmp/*") + glob.glob("/dev/shm/*") if {BOXED}]
    left = [path for path in left if path not in ("/tmp/work", "/tmp/home")]
    assert not left and not os.listdir("."), (left, os.listdir("."))
    for folder in (".", os.path.expanduser("~")) + (("/tmp", "/dev/shm") if {BOXED} else ()):
        open(os.path.join(folder, "planted-for-the-next"), "w").close()
    return 42

#: what the previous program left, again
#: expect pass
import os, glob
def task_func():
    left = [path for path in glob.glob("/tmp/*") + glob.glob("/dev/shm/*") if {BOXED}]
    left = [path for path in left if path not in ("/tmp/work", "/tmp/home")]
    assert not left and not os.listdir("."), (left, os.listdir("."))
    assert not os.path.exists(os.path.expanduser("~/planted-for-the-next"))
    return 42
