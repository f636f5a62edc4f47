"""Tries to escape the sandbox in four ways; TARGET, prepended to this file, says what was planted outside."""

import os
import signal
import socket


def read():
    print(open(TARGET["secretFile"]).read())  # noqa: F821


def kill():
    os.kill(TARGET["pid"], signal.SIGCONT)  # noqa: F821
    os.kill(TARGET["pid"], signal.SIGKILL)  # noqa: F821
    print("signalled")


def connect():
    with socket.create_connection(("127.0.0.1", TARGET["port"]), timeout=2):  # noqa: F821
        print("connected")


def write():
    open(TARGET["writtenFile"], "w").write("x")  # noqa: F821


def task_func():
    tried = 0
    for attack in (read, kill, connect, write):
        try:
            attack()
        except OSError as error:
            print(attack.__name__, error)
        tried += 1
    return tried
