# about: a regular expression that backtracks for longer than the universe exists
# expect: timeout
# limits: cpuMs=300
import re


def task_func():
    return re.match(r"(a+)+$", "a" * 60 + "b")
