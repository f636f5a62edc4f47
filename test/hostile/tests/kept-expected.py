import unittest


class TestCases(unittest.TestCase):
    """The expected answer has a name."""

    def test_sum(self):
        expected = 4243
        self.assertEqual(task_func(), expected)
