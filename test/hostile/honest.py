import os
import subprocess
import tempfile


def task_func(left, right):
    return left * right


def files_around():
    """What a program before this one could have left where this one looks."""
    return os.listdir(".")


def write_and_read(text):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        return subprocess.run(["cat", file.name], capture_output=True, text=True, check=True).stdout
