# about: looks for a way out: names, addresses of the cloud's metadata service, the default route
# expect: pass
# test: refused
import socket


def attack():
    reached = []
    for host, port in (("169.254.169.254", 80), ("1.1.1.1", 53), ("10.0.2.2", 22), ("fd00:ec2::254", 80)):
        try:
            socket.create_connection((host, port), timeout=1).close()
            reached.append(host)
        except OSError:
            pass
    socket.setdefaulttimeout(1)
    try:
        reached.append(socket.gethostbyname("example.com"))
    except OSError:
        pass
    return reached
