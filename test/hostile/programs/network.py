# Programs that want to talk to somebody.

#: connect to the planted server
#: expect error
import socket
def task_func():
    with socket.create_connection(("127.0.0.1", {PORT}), timeout=2) as handle:
        print(handle.recv(1000))

#: connect by every local name
#: expect fail
import socket
def task_func():
    for host in ("localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "::1", "::ffff:127.0.0.1", socket.gethostname(), "{HOST_ADDRESS}"):
        try:
            with socket.create_connection((host, {PORT}), timeout=1) as handle:
                print(handle.recv(1000))
        except OSError:
            pass

#: datagrams
#: expect fail
import socket
def task_func():
    for host in ("127.0.0.1", "{HOST_ADDRESS}", "8.8.8.8"):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
                handle.sendto(b"hello", (host, {PORT}))
        except OSError:
            pass

#: the internet
#: expect error
import urllib.request
def task_func():
    return urllib.request.urlopen("http://93.184.216.34/", timeout=3).read()

#: curl
#: expect fail error
import subprocess
def task_func():
    for command in (["curl", "-s", "-m", "2"], ["wget", "-q", "-T", "2", "-O", "-"]):
        try:
            print(subprocess.run(command + ["http://127.0.0.1:{PORT}/"], capture_output=True, timeout=5).stdout)
        except (OSError, subprocess.TimeoutExpired):
            pass

#: names
#: expect error
import socket
def task_func():
    return socket.gethostbyname("example.com")

#: abstract sockets of the host
#: expect fail
import socket
def task_func():
    try:
        with socket.socket(socket.AF_UNIX) as handle:
            handle.connect("\0{ABSTRACT}")
            print(handle.recv(1000))
    except OSError:
        pass

#: raw packets
#: expect fail
import socket
def task_func():
    for family, kind, protocol in ((socket.AF_INET, socket.SOCK_RAW, 1), (17, socket.SOCK_RAW, 3), (17, socket.SOCK_DGRAM, 3)):
        try:
            socket.socket(family, kind, protocol)
            print("RAW-SOCKET", family)
        except OSError:
            pass

#: the hypervisor
#: expect fail
import socket
def task_func():
    for family in (40, 38, 31, 44):
        try:
            socket.socket(family, socket.SOCK_STREAM)
            print("STRANGE-FAMILY", family)
        except OSError:
            pass

#: a new interface
#: expect fail
import fcntl, socket, struct
def task_func():
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
            fcntl.ioctl(handle, 0x8914, struct.pack("16sH14s", b"lo", 0, b""))
            print("INTERFACE-CHANGED")
    except OSError:
        pass
    try:
        with open("/dev/net/tun", "rb+") as tun:
            fcntl.ioctl(tun, 0x400454CA, struct.pack("16sH14s", b"tap0", 2, b""))
            print("INTERFACE-MADE")
    except OSError:
        pass

#: a server that outlives the program
#: expect pass error
import os, socket
def task_func():
    handle = socket.socket()
    handle.bind(("127.0.0.1", 0))
    handle.listen()
    if os.fork() == 0:
        os.setsid()
        while True:
            handle.accept()
    return 42
