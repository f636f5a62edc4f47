import unittest


class TestCases(unittest.TestCase):
    """Some tests hand themselves to the solution: then it holds the test case."""

    def test_first(self):
        answer = task_func(self)
        self.assertEqual(answer, 42)
