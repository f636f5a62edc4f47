# about: types into the terminal that it was started from
# expect: pass
# test: refused
import fcntl
import os
import termios


def attack():
    reached = []
    for path in ("/dev/tty", "/dev/pts/0", "/dev/console", "/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2"):
        try:
            fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            continue
        try:
            fcntl.ioctl(fd, termios.TIOCSTI, b"#")
            reached.append(path)
        except OSError:
            pass
        os.close(fd)
    # A terminal of its own does not help either.
    try:
        _, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSTI, b"#")
        reached.append("own terminal")
    except OSError:
        pass
    return reached
