import math
import unittest


class TestCases(unittest.TestCase):
    """Numbers that are compared with a tolerance, or by order."""

    def test_almost(self):
        self.assertAlmostEqual(task_func(), 2.5, places=3)

    def test_close(self):
        self.assertTrue(math.isclose(task_func(), 2.5))

    def test_between(self):
        self.assertTrue(abs(task_func() - 2.5) < 0.1)
        self.assertGreater(task_func(), 2)
        self.assertLess(task_func(), 3)
