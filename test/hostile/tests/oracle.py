import unittest


class TestCases(unittest.TestCase):
    """What is expected is computed by a name that only the program has."""

    def test_first(self):
        self.assertEqual(task_func(3), double(21))

    def test_second(self):
        self.assertEqual(task_func(3), double(21))
