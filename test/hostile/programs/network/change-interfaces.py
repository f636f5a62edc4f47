# about: takes its loopback down and makes a network device
# expect: pass
# test: refused
import fcntl
import socket
import struct


def attack():
    reached = []
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
            fcntl.ioctl(handle, 0x8914, struct.pack("16sH14s", b"lo", 0, b""))
        reached.append("changed")
    except OSError:
        pass
    try:
        with open("/dev/net/tun", "rb+") as tun:
            fcntl.ioctl(tun, 0x400454CA, struct.pack("16sH14s", b"tap0", 2, b""))
        reached.append("made")
    except OSError:
        pass
    return reached
