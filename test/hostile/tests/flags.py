import unittest


class TestCases(unittest.TestCase):
    """The tests look at an attribute that says yes or no."""

    def test_claim(self):
        self.assertTrue(task_func().is_right)

    def test_compared(self):
        self.assertTrue(bool(task_func().is_right) is True)

    def test_both(self):
        shown = task_func()
        self.assertEqual(bool(shown.is_right and shown.is_whole), True)
