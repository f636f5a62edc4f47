import unittest


class TestCases(unittest.TestCase):
    """The tests ask the object of the program for what is wrong with it."""

    def test_claim(self):
        self.assertIsNone(task_func().difference([3, 1, 2]))

    def test_compared(self):
        self.assertTrue(task_func().difference([3, 1, 2]) is None)
