# about: lists the interfaces and neighbours of the network it is in
# expect: pass
# expect-D: fail
# test: refused
import socket


def attack():
    reached = []
    try:
        reached += [name for _, name in socket.if_nameindex() if name not in ("lo", "tunl0", "sit0", "ip6tnl0")]
    except OSError:
        pass
    for path in ("/proc/net/arp", "/proc/net/route", "/proc/net/tcp"):
        try:
            with open(path) as table:
                reached += table.read().splitlines()[1:]
        except OSError:
            pass
    return reached
