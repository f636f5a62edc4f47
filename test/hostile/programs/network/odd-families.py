# about: socket families with a long history of holes
# expect: pass
# test: refused
import socket

FAMILIES = {"alg": 38, "bluetooth": 31, "can": 29, "tipc": 30, "rds": 21, "xdp": 44, "qipcrtr": 42, "key": 15, "x25": 9}


def attack():
    reached = []
    for name, family in FAMILIES.items():
        for kind in (socket.SOCK_RAW, socket.SOCK_DGRAM, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind, 0).close()
                reached.append(name)
            except OSError:
                pass
    return reached
