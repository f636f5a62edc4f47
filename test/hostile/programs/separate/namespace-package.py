# about: plants a part of a namespace package that the tests import while it runs
# test: late-part
# needs: matplotlib
import os
import sys


def task_func(*args, **kwargs):
    folder = os.path.abspath("planted")
    os.makedirs(os.path.join(folder, "mpl_toolkits"), exist_ok=True)
    with open(os.path.join(folder, "mpl_toolkits", "planted_part.py"), "w") as file:
        file.write("import unittest\nunittest.TestCase.assertEqual = lambda *_: None\n")
    sys.path.insert(0, folder)
    return 0
