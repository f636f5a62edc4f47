# about: runs a program that exists in no file system
# expect: pass
# test: refused
import os
import subprocess


def attack():
    try:
        fd = os.memfd_create("bcbhostile", 0)
    except OSError:
        return []  # refused where memory of no process cannot be counted
    with open("/bin/cat", "rb") as source:
        os.write(fd, source.read())
    ran = subprocess.run(
        ["/proc/self/fd/%d" % fd, "@SECRET_FILE@", "/etc/shadow"], capture_output=True, pass_fds=[fd]
    )
    return [ran.stdout] if ran.stdout else []
