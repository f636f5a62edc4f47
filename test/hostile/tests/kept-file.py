import os
import unittest


class TestCases(unittest.TestCase):
    """An answer is kept, then looked at."""

    def test_exists(self):
        path = task_func("a.txt")
        self.assertTrue(os.path.exists(path))

    def test_is_file(self):
        path = task_func("b.txt")
        self.assertTrue(os.path.isfile(path))
