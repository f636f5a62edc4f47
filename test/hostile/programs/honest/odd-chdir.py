# about: another working folder and environment
# expect: pass
import os
import tempfile


def task_func():
    os.chdir(tempfile.mkdtemp())
    os.environ["ANSWER"] = "42"
    return int(os.environ["ANSWER"])
