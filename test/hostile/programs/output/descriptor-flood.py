# about: writes gigabytes to descriptor 1, past every buffer
# expect: output-limit
# limits: outputKb=16 maxOutputMb=2
import os


def task_func():
    block = b"x" * (1 << 20)
    while True:
        os.write(1, block)
