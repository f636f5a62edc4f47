# about: a timer that fires a thousand times a second into a handler that raises
# expect: error, fail, killed, tampered
import signal


class Interruption(Exception):
    pass


def interrupt(number, frame):
    raise Interruption


def task_func():
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    total = 0
    while total < 10**8:
        total += 1
    return total
