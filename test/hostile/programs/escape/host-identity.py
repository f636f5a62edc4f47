# about: changes the name and the clock of the machine, and leaves objects in its memory
# expect: pass
# test: refused
import ctypes
import socket
import time


def attack():
    reached = []
    for change in (lambda: socket.sethostname("bcbhostile"), lambda: time.clock_settime(time.CLOCK_REALTIME, 0)):
        try:
            change()
            reached.append("changed")
        except OSError:
            pass
    # These may be made where the namespace is the program's own; the host must not see them.
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmget(0x62636268, 4096, 0o1666)
    libc.semget(0x62636268, 1, 0o1666)
    libc.msgget(0x62636268, 0o1666)
    return reached
