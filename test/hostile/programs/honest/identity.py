# about: asks who and where it is
# expect: pass
import getpass
import os
import platform
import socket
import time


def task_func():
    assert getpass.getuser() and platform.system() == "Linux" and socket.gethostname()
    assert os.path.isdir(os.path.expanduser("~")) and os.environ["TZ"] == "UTC" and time.tzname[0] == "UTC"
    assert os.cpu_count() >= 1 and os.getpid() > 1
    return 42
