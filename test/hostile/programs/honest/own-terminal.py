# about: talks to itself through a terminal of its own
# expect: pass
# expect-D: pass, error
import os


def task_func():
    master, slave = os.openpty()
    os.write(slave, b"42\n")
    answer = int(os.read(master, 100))
    os.close(master)
    os.close(slave)
    return answer
