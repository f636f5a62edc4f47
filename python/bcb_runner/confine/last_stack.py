"""Where a sample was when its time was over: it ends with a signal upon which it writes its stack to a channel.

What comes out of it is as untrusted as what a program prints. It is shown, and decides nothing.
"""

import faulthandler
import os
import re
import signal

from ..judge.reporter import MESSAGE_CHARS, PROGRAM_FILE, tail

# How long a sample has for it. One that keeps the signal from arriving is then killed, and has no stack.
GRACE_SECONDS = 1
# One that programs hardly use.
_SIGNAL = signal.SIGRTMAX - 1
_MOST_BYTES = 1 << 16
_MOST_FRAMES = 30
_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)
_OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep


def arm(fd):
    """In the sample: from now on the thread that gets the signal, as a rule the main one, writes its stack. After that the
    signal does what it does by default: it ends the process.
    """
    faulthandler.register(_SIGNAL, file=fd, all_threads=False, chain=True)


def ask(pidfd):
    try:
        signal.pidfd_send_signal(pidfd, _SIGNAL)
    except ProcessLookupError:
        pass


def read_stack(fd):
    """The frames of the program and of what it called, the innermost last, as a traceback has them; "" if there are none."""
    try:
        text = os.read(fd, _MOST_BYTES).decode("ascii", "replace")
    except BlockingIOError:  # a process of it still has the other end
        return ""
    frames = [found.groups() for found in _FRAME.finditer(text)][::-1]
    frames = [frame for frame in frames if not frame[0].startswith((_OWN_FOLDER, "<frozen importlib"))]
    first = next((at for at, frame in enumerate(frames) if frame[0] == PROGRAM_FILE), 0)
    return tail("\n".join('  File "%s", line %s, in %s' % frame for frame in frames[first:][-_MOST_FRAMES:]), MESSAGE_CHARS)
