import unittest


class TestCases(unittest.TestCase):
    """Looks at an answer with built-in functions."""

    def test_length(self):
        self.assertEqual(len(task_func()), 3)

    def test_sum(self):
        self.assertEqual(sum(task_func()), 6)

    def test_order(self):
        self.assertEqual(sorted(task_func()), [1, 2, 3])
