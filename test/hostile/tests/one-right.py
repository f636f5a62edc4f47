import unittest


class TestCases(unittest.TestCase):
    """The first test is easy: what a program does while it runs must not help it through the others."""

    def test_first(self):
        answer = task_func(1)
        self.assertEqual(answer, 1)

    def test_second(self):
        answer = task_func(2)
        self.assertEqual(answer, 2)

    def test_third(self):
        self.assertEqual(task_func(3), 3)
