# about: prints 100 MB by every road, then answers right
# expect: pass
# limits: outputKb=16
import os
import subprocess
import sys


def task_func():
    line = "x" * 9_999
    for _ in range(5_000):
        print(line)
    sys.stdout.flush()
    for _ in range(300):
        os.write(2, b"y" * 100_000)
    subprocess.run(["/bin/sh", "-c", "yes bcb | head -c 20000000"], check=True)
    return 42
