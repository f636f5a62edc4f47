# about: starts Python and a shell, by every name they have
# expect: pass
import subprocess
import sys


def task_func():
    assert subprocess.run(["python", "-c", "print(6 * 7)"], capture_output=True, text=True).stdout == "42\n"
    assert subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True).stdout == "42\n"
    assert subprocess.check_output("echo 42", shell=True, text=True) == "42\n"
    return 42
