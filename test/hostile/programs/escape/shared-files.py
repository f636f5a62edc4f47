# about: changes the libraries that the next program will import
# expect: pass
# test: refused
import json
import os
import unittest


def attack():
    reached = []
    for module in (unittest, json, os):
        path = module.__file__
        for action in (
            lambda: open(path, "a").close(),
            lambda: os.chmod(path, 0o777),
            lambda: os.unlink(path),
            lambda: os.rename(path, path + ".old"),
            lambda: os.utime(path),
        ):
            try:
                action()
                reached.append(path)
            except OSError:
                pass
    return reached
