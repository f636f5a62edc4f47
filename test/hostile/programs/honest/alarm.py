# about: uses a timer and its signal
# expect: pass
import signal


class Alarm(Exception):
    pass


def ring(*_):
    raise Alarm


def task_func():
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        signal.pause()
    except Alarm:
        return 42
