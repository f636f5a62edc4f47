"""A module that a program imports itself is watched from then on."""

import os
import subprocess
import sys
import tempfile
import unittest

RUNNER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

START = """
import sys; sys.path[:0] = [%r, %r]
from bcb_runner.judge.after_import import after_import, watch_imports
from bcb_runner.judge.image import take_image
image = take_image(("judge",), [])
image.settle()
image.start()
watch_imports(sys.path, image.add)
"""


class LateImportTests(unittest.TestCase):
    def changes_after(self, *lines, method="changes_of_judges"):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("judge", "library"):
                with open(os.path.join(folder, name + ".py"), "w") as file:
                    file.write("def check(): pass\nclass Kind:\n    def get(self): pass\n")
            show = "print([name for name, _, _ in image.%s()])" % method
            code = "\n".join((START % (folder, RUNNER), *lines, show))
            done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
            return done.stdout.strip()

    def test_left_alone(self):
        self.assertEqual(self.changes_after("import judge"), "[]")

    def test_changed(self):
        self.assertEqual(self.changes_after("import judge", "judge.check = None"), "['judge.check']")

    def test_looked_for_first(self):
        lines = ("import importlib.util", "importlib.util.find_spec('judge')", "import judge")
        self.assertEqual(self.changes_after(*lines), "[]")
        self.assertEqual(self.changes_after(*lines, "judge.check = None"), "['judge.check']")

    def test_the_watch_taken_away(self):
        self.assertEqual(self.changes_after("del sys.meta_path[0]", "import judge"), "['sys.modules[judge]']")

    def test_libraries(self):
        self.assertEqual(self.changes_after("import library", method="changes"), "[]")
        lines = ("import library", "library.check = None", "library.Kind.get = None", "library.more = 1")
        self.assertEqual(self.changes_after(*lines, method="changes"), "['library.check', 'library.Kind.get']")

    def test_actions(self):
        lines = ("after_import('library', lambda module: print(module.__name__))", "import library")
        self.assertEqual(self.changes_after(*lines), "library\n[]")
