# about: takes every port it can, so that the next program finds none
# expect: fail, error
# limits: files=1024
import socket


def task_func():
    keep = []
    try:
        while True:
            server = socket.socket()
            server.bind(("127.0.0.1", 0))
            keep.append(server)
    except OSError:
        return len(keep)
