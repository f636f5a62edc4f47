import os
import subprocess
import sys
import tempfile
import unittest

RUNNER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Stands for the real one: a package whose generator can be seeded.
FAKE = {"numpy/__init__.py": "", "numpy/random/__init__.py": "state = None\ndef seed(value):\n    global state\n    state = value\n"}


class SeedingTests(unittest.TestCase):
    def run_python(self, code):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in FAKE.items():
                full = os.path.join(folder, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w") as file:
                    file.write(text)
            code = "import sys; sys.path[:0] = [%r, %r]; before = list(sys.meta_path)\n%s" % (folder, RUNNER, code)
            return subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True).stdout

    def test_numpy_imported_later(self):
        code = """
from bcb_runner.judge.seeding import seed_generators
seed_generators(7)
import json
import numpy.random
print(numpy.random.state)
"""
        self.assertEqual(self.run_python(code), "7\n")

    def test_numpy_already_there(self):
        code = """
import numpy.random
from bcb_runner.judge.seeding import seed_generators
seed_generators(8)
print(numpy.random.state, sys.meta_path == before)
"""
        self.assertEqual(self.run_python(code), "8 True\n")

    def test_numpy_looked_for_and_imported_later(self):
        code = """
from bcb_runner.judge.seeding import seed_generators
seed_generators(7)
import importlib.util
importlib.util.find_spec("numpy.random")
import numpy.random
print(numpy.random.state)
"""
        self.assertEqual(self.run_python(code), "7\n")

    def test_the_standard_library(self):
        code = """
from bcb_runner.judge.seeding import seed_generators
import random
seed_generators(9)
first = random.random()
seed_generators(9)
print(first == random.random())
"""
        self.assertEqual(self.run_python(code), "True\n")
