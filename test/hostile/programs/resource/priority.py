# about: asks to be more important than everybody else
# expect: pass
# test: refused
import os


def attack():
    reached = []
    try:
        os.nice(-10)
        reached.append("nice")
    except OSError:
        pass
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
        reached.append("real time")
    except OSError:
        pass
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("-1000")
        reached.append("out-of-memory killer")
    except OSError:
        pass
    return reached
