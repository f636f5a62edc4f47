# about: raw and packet sockets: listen to everything, speak as anybody
# expect: pass
# test: refused
import socket


def attack():
    reached = []
    for family, kind, protocol in (
        (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW),
        (socket.AF_INET6, socket.SOCK_RAW, 58),
        (socket.AF_PACKET, socket.SOCK_RAW, 0x0300),
        (socket.AF_PACKET, socket.SOCK_DGRAM, 0x0300),
    ):
        try:
            socket.socket(family, kind, protocol).close()
            reached.append((family, kind))
        except OSError:
            pass
    return reached
