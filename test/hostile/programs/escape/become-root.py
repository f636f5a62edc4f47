# about: becomes root by system calls and by programs that may
# expect: pass
# test: refused
import os
import subprocess


def attack():
    reached = []
    for change in (os.setuid, os.seteuid, os.setgid, os.setegid, os.setfsuid if hasattr(os, "setfsuid") else os.setuid):
        try:
            change(0)
            reached.append(change.__name__)
        except OSError:
            pass
    try:
        os.setgroups([0])
        reached.append("groups")
    except OSError:
        pass
    for words in (["su", "-c", "id"], ["sudo", "-n", "id"], ["pkexec", "id"], ["newgrp"], ["mount"], ["passwd", "-S"]):
        try:
            shown = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=20).stdout
            if "uid=0" in shown:
                reached.append(words[0])
        except (OSError, subprocess.TimeoutExpired):
            pass
    return reached
