# about: terminates and kills processes that it started itself
# expect: pass
import subprocess


def task_func():
    child = subprocess.Popen(["sleep", "1000"])
    child.terminate()
    assert child.wait() == -15
    child = subprocess.Popen(["sleep", "1000"])
    child.kill()
    assert child.wait() == -9
    return 42
