"""Something is done to a module right after its first import."""

import os
import subprocess
import sys
import tempfile
import unittest

RUNNER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
START = """
import sys; sys.path[:0] = [%r, %r]
from bcb_runner.judge.after_import import after_import
after_import("library", lambda module: print(module.answer))
"""


class LateImportTests(unittest.TestCase):
    def shown_by(self, *lines):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "library.py"), "w") as file:
                file.write("answer = 42\n")
            code = "\n".join((START % (folder, RUNNER), *lines))
            return subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True).stdout

    def test_once_it_is_imported(self):
        self.assertEqual(self.shown_by("print(1)", "import library", "import library"), "1\n42\n")

    def test_also_where_it_was_looked_for_first(self):
        self.assertEqual(self.shown_by("import importlib.util", "importlib.util.find_spec('library')", "import library"), "42\n")

    def test_now_where_it_is_there(self):
        self.assertEqual(self.shown_by("import json", "after_import('json', lambda module: print(module.__name__))"), "json\n")
