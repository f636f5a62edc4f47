# about: opens socket pairs and fills each one, memory that belongs to the kernel
# expect: fail, error, out-of-memory, timeout
# limits: files=256 memoryMb=256 wallMs=10000
import socket


def task_func():
    hoard, held = [], 0
    try:
        while True:
            pair = socket.socketpair()
            hoard.append(pair)
            pair[0].setblocking(False)
            try:
                while True:
                    held += pair[0].send(b"x" * 65536)
            except BlockingIOError:
                pass
    except OSError:
        return "held %d" % held
