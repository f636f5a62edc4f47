# about: makes new namespaces, the way to fresh capabilities
# expect: pass
# test: refused
import ctypes
import subprocess

FLAGS = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x8000000, "uts": 0x4000000, "cgroup": 0x2000000, "time": 0x80}


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    reached = [name for name, flag in FLAGS.items() if libc.unshare(flag) == 0]
    for words in (["unshare", "-Ur", "true"], ["unshare", "-m", "true"], ["bwrap", "--ro-bind", "/", "/", "true"]):
        try:
            if subprocess.run(words, capture_output=True).returncode == 0:
                reached.append(" ".join(words))
        except OSError:
            pass
    return reached
