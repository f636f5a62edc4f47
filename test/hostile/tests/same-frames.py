import unittest

import pandas


class TestCases(unittest.TestCase):
    """Frames, by their own methods."""

    def test_equals(self):
        expected = pandas.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]})
        self.assertTrue(task_func().equals(expected))

    def test_kind(self):
        self.assertIsInstance(task_func(), pandas.DataFrame)
