import unittest


class TestCases(unittest.TestCase):
    """Lists, by kind, length and content."""

    def test_kind(self):
        self.assertIsInstance(task_func(), list)
        self.assertEqual(len(task_func()), 3)

    def test_content(self):
        self.assertEqual(task_func(), [3, 1, 2])
        self.assertIn(3, task_func())
