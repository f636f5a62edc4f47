import unittest


class TestCases(unittest.TestCase):
    """The tests have the object of the program compute with what they expect."""

    def test_difference(self):
        self.assertEqual(task_func().difference([3, 1, 2]), 0)
