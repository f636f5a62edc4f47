# about: connects to what listens on the loopback of the host
# expect: pass
# test: refused
import socket


def attack():
    reached = []
    for host in ("127.0.0.1", "localhost", "127.0.0.2", "::1", "0.0.0.0", "::ffff:127.0.0.1"):
        try:
            with socket.create_connection((host, @TCP_PORT@), timeout=1) as connection:
                reached.append(connection.recv(100))
        except OSError:
            pass
    return reached
