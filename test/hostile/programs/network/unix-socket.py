# about: connects to unix sockets of the host, by path and in the abstract namespace
# expect: pass
# test: refused
import socket

PLACES = (
    "@SOCKET@",
    "\0@ABSTRACT@",
    # Some programs fill such names up to their full length.
    "\0@ABSTRACT@".ljust(108, "\0"),
    "/run/docker.sock",
    "/var/run/docker.sock",
    "/run/containerd/containerd.sock",
    "/run/dbus/system_bus_socket",
    "/run/systemd/private",
    "/run/systemd/journal/socket",
    "/tmp/.X11-unix/X0",
    "\0/tmp/.X11-unix/X0",
)


def attack():
    reached = []
    for place in PLACES:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            try:
                with socket.socket(socket.AF_UNIX, kind) as connection:
                    connection.connect(place)
                    reached.append(place)
            except OSError:
                pass
    return reached
