# Programs that will not end, end too early, or take others with them.

#: infinite loop
#: expect timeout
def task_func():
    while True:
        pass

#: infinite loop at import
#: expect timeout
while True:
    pass

#: sleep for ever
#: wall 1000
#: expect timeout
import time
def task_func():
    time.sleep(10_000)

#: sleep that swallows everything
#: wall 1000
#: expect timeout
import time
def task_func():
    while True:
        try:
            time.sleep(10_000)
        except BaseException:
            pass

#: loop in C that holds the interpreter lock
#: expect timeout
def task_func():
    return sum(range(10**13))

#: regular expression that backtracks for ever
#: expect timeout
import re
def task_func():
    return re.match(r"(a*)*b", "a" * 64)

#: stop oneself
#: wall 1000
#: expect timeout
import os, signal
def task_func():
    os.kill(os.getpid(), signal.SIGSTOP)

#: ignore every signal and loop
#: expect timeout
import signal
def task_func():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        pass

#: handle the CPU limit and go on
#: expect timeout
import signal
def task_func():
    signal.signal(signal.SIGXCPU, lambda *a: None)
    while True:
        pass

#: fork bomb
#: expect timeout error fail killed
import os
def task_func():
    while True:
        try:
            os.fork()
        except OSError:
            pass

#: fork bomb of sleepers
#: wall 1000
#: expect timeout error fail killed
import os, time
def task_func():
    try:
        while True:
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
    except OSError:
        time.sleep(1000)

#: shell fork bomb
#: wall 1000
#: expect timeout error fail killed
import subprocess
def task_func():
    return subprocess.run(["sh", "-c", "f() { f | f & }; f; sleep 1000"]).returncode

#: thread bomb
#: wall 1000
#: expect timeout error fail
import threading, time
def task_func():
    while True:
        threading.Thread(target=time.sleep, args=(1000,)).start()

#: recursion
#: expect error
def task_func():
    return task_func()

#: recursion without a limit
#: expect killed error timeout out-of-memory
import sys
def task_func():
    sys.setrecursionlimit(10**9)
    def dive(x):
        return dive([x])
    dive(0)

#: kill the parent
#: expect killed error fail
import os, signal
def task_func():
    os.kill(os.getppid(), signal.SIGKILL)

#: kill pid 1
#: expect fail error
import os, signal
def task_func():
    for number in range(1, 65):
        try:
            os.kill(1, number)
        except OSError:
            pass

#: kill everything
#: expect killed error fail
import os, signal
def task_func():
    os.kill(-1, signal.SIGKILL)

#: kill the own group
#: expect killed
import os, signal
def task_func():
    os.killpg(0, signal.SIGKILL)

#: kill every pid there may be
#: expect killed fail error
import os, signal
def task_func():
    own = os.getpid()
    for pid in range(1, 40_000):
        if pid != own:
            for victim in (pid, -pid):
                try:
                    os.kill(victim, signal.SIGKILL)
                except OSError:
                    pass

#: kill the planted process
#: expect fail error
import os, signal
def task_func():
    os.kill({PID}, signal.SIGKILL)

#: stop every pid there may be
#: expect fail error timeout
import os, signal
def task_func():
    own = os.getpid()
    for pid in range(2, 40_000):
        if pid != own:
            try:
                os.kill(pid, signal.SIGSTOP)
            except OSError:
                pass

#: leave at import
#: expect error
import os
os._exit(0)

#: leave inside a test
#: expect error
import os
def task_func():
    os._exit(0)

#: leave with the runner's own status
#: expect error
import os
def task_func():
    os._exit(97)

#: exit at import
#: expect error
import sys
sys.exit(0)

#: exit inside a test
#: expect error
import sys
def task_func():
    sys.exit(0)

#: interrupt inside a test
#: expect error
def task_func():
    raise KeyboardInterrupt

#: exit from C
#: expect error
import ctypes
def task_func():
    ctypes.CDLL(None).exit(0)

#: replace the process by another program
#: expect error
import os
def task_func():
    os.execvp("true", ["true"])

#: signals to oneself
#: expect killed
import os, signal
def task_func():
    os.kill(os.getpid(), signal.SIGTERM)

#: kill oneself
#: expect killed
import os, signal
def task_func():
    os.kill(os.getpid(), signal.SIGKILL)

#: pretend to have used up the CPU
#: expect killed
import os, signal
def task_func():
    os.kill(os.getpid(), signal.SIGXCPU)

#: segmentation fault
#: expect killed
import ctypes
def task_func():
    ctypes.string_at(0)

#: abort
#: expect killed
import os
def task_func():
    os.abort()

#: close every descriptor
#: expect error
import os
def task_func():
    os.closerange(0, 65536)
    return 42

#: close every descriptor and go on
#: wall 1000
#: expect error timeout
import os
os.closerange(0, 65536)
def task_func():
    while True:
        pass

#: daemon that outlives the program
#: expect pass
import os, time
def task_func():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 1024)
            time.sleep(1000)
        os._exit(0)
    return 42

#: daemons that hold the output and ignore signals
#: expect pass
import os, signal, time
def task_func():
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            time.sleep(1000)
    return 42

#: fork, and both sides go on
#: expect pass
import os
def task_func():
    os.fork()
    return 42

#: the child goes on, the parent sleeps
#: wall 1000
#: expect timeout
import os, time
def task_func():
    if os.fork() != 0:
        time.sleep(1000)
    return 42

#: zombies
#: expect pass error
import os
def task_func():
    for _ in range(40):
        if os.fork() == 0:
            os._exit(0)
    return 42

#: main thread leaves, another stays
#: wall 1000
#: expect timeout error
import ctypes, threading, time
def task_func():
    threading.Thread(target=time.sleep, args=(1000,)).start()
    ctypes.CDLL(None).pthread_exit(None)

#: thread that goes on after the verdict
#: expect pass
import threading, time
def task_func():
    def work():
        while True:
            time.sleep(0.01)
    threading.Thread(target=work).start()
    return 42

#: raise the limits
#: expect timeout
import resource
def task_func():
    for kind in (resource.RLIMIT_CPU, resource.RLIMIT_NPROC, resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
        try:
            resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            print("raised", kind)
        except (ValueError, OSError):
            pass
    while True:
        pass
