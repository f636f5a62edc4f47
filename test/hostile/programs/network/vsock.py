# about: talks to the hypervisor, past every network namespace
# expect: pass
# test: refused
import socket


def attack():
    reached = []
    try:
        vsock = socket.socket(40, socket.SOCK_STREAM)
        reached.append("a socket")
        vsock.settimeout(1)
        vsock.connect((2, 1024))
    except OSError:
        pass
    return reached
