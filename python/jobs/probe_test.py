import unittest


class TestCases(unittest.TestCase):
    def test_attacks_ran(self):
        self.assertEqual(task_func(), 4)  # noqa: F821
