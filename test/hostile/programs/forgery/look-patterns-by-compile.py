# about: replaces the function that compiles patterns
# expect: tampered, fail, error, killed
# test: patterns
import re

real = re.compile
re._compile = lambda pattern, flags=0: real("")
re.match = re.search = re.fullmatch = lambda *_, **__: real("").match("")


def task_func():
    return ""
