import unittest


class TestCases(unittest.TestCase):
    """Has a last line that can be jumped to."""

    def test_first(self):
        answer = task_func()
        self.assertEqual(answer, 42)
        self.finished = True

    def test_second(self):
        answer = task_func()
        self.assertEqual(answer, 42)
        self.finished = True
