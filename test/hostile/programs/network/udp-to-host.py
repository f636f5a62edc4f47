# about: sends datagrams to the loopback of the host and to its broadcast address
# expect: pass
# test: refused
import socket


def attack():
    try:
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    except OSError:
        return []
    with sender:
        sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        for host in ("127.0.0.1", "255.255.255.255", "127.255.255.255"):
            try:
                sender.sendto(b"bcbhostile", (host, @UDP_PORT@))
            except OSError:
                pass
    return []
