# about: catches every exception and ignores every signal that can be ignored while it computes
# expect: timeout, killed
# limits: cpuMs=300
import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def task_func():
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
