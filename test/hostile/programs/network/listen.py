# about: listens on every kind of socket and stays
# expect: fail, error
import os
import socket


def task_func():
    keep = []
    for family, kind, address in (
        (socket.AF_INET, socket.SOCK_STREAM, ("0.0.0.0", 47123)),
        (socket.AF_INET, socket.SOCK_DGRAM, ("0.0.0.0", 47123)),
        (socket.AF_UNIX, socket.SOCK_STREAM, "\0bcbhostile"),
        (socket.AF_UNIX, socket.SOCK_STREAM, "/tmp/bcbhostile-socket"),
    ):
        server = socket.socket(family, kind)
        server.bind(address)
        if kind == socket.SOCK_STREAM:
            server.listen()
        keep.append(server)
    if os.fork() == 0:
        os.setsid()
        for server in keep:
            server.set_inheritable(True)
        os.execv("/bin/sleep", ["bcbhostile", "100000"])
    return 0
