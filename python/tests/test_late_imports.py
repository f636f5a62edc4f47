"""A judging module that the program itself imports is watched from then on."""

import os
import subprocess
import sys
import tempfile
import unittest

RUNNER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

START = """
import sys; sys.path[:0] = [%r, %r]
from bcb_runner.judge import integrity
integrity._MODULES = ("judge",)
snapshot = integrity.take_snapshot()
snapshot.watch_imports()
"""


class LateImportTests(unittest.TestCase):
    def differences_after(self, *lines):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "judge.py"), "w") as file:
                file.write("def check(): pass\n")
            code = "\n".join((START % (folder, RUNNER), *lines, "print(snapshot.differences())"))
            done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
            return done.stdout.strip()

    def test_left_alone(self):
        self.assertEqual(self.differences_after("import judge"), "[]")

    def test_changed(self):
        self.assertEqual(self.differences_after("import judge", "judge.check = None"), "['judge.check']")

    def test_looked_for_first(self):
        lines = ("import importlib.util", "importlib.util.find_spec('judge')", "import judge")
        self.assertEqual(self.differences_after(*lines), "[]")
        self.assertEqual(self.differences_after(*lines, "judge.check = None"), "['judge.check']")

    def test_the_watch_taken_away(self):
        for line in ("sys.meta_path[0].actions.clear()", "del sys.meta_path[0]"):
            self.assertEqual(self.differences_after(line, "import judge"), "['sys.modules[judge]']")
