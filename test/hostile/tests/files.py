import os
import unittest


class TestCases(unittest.TestCase):
    """What was written is looked for and read."""

    def test_exists(self):
        self.assertTrue(os.path.exists(task_func("a.txt")))

    def test_content(self):
        path = task_func("b.txt")
        self.assertTrue(os.path.isfile(path))
        with open(path) as file:
            self.assertEqual(file.read(), "done")
