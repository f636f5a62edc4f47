import unittest

import pandas


class TestCases(unittest.TestCase):
    """Frames, by the functions and methods of pandas."""

    expected = pandas.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]})

    def test_equals(self):
        self.assertTrue(task_func().equals(self.expected))

    def test_helper(self):
        pandas.testing.assert_frame_equal(task_func(), self.expected)

    def test_column(self):
        self.assertEqual(task_func()["a"].tolist(), [1, 2, 3])
