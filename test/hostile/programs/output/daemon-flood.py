# about: a daemon in a session of its own floods standard error while the program sleeps
# expect: output-limit
# limits: outputKb=16 maxOutputMb=2
import os
import time


def task_func():
    if os.fork() == 0:
        os.setsid()
        while True:
            os.write(2, b"x" * 65536)
    time.sleep(1000)
