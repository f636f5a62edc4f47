# about: sends descriptors, urgent bytes and an end over every socket it was given
# expect: tampered, error, fail
import array
import os
import socket
import stat


def task_func():
    for fd in range(3, 1100):
        try:
            if not stat.S_ISSOCK(os.fstat(fd).st_mode):
                continue
        except OSError:
            continue
        connection = socket.socket(fileno=os.dup(fd))
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2, fd]))]
        for step in (
            lambda: [connection.sendmsg([b"x"], rights) for _ in range(300)],
            lambda: connection.send(b"!", socket.MSG_OOB),
            lambda: connection.shutdown(socket.SHUT_RDWR),
        ):
            try:
                step()
            except OSError:
                pass
    return 0
