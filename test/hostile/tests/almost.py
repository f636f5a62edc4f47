import unittest


class TestCases(unittest.TestCase):
    """Numbers that only have to be near."""

    def test_places(self):
        self.assertAlmostEqual(task_func(), 2.5, places=3)

    def test_delta(self):
        self.assertAlmostEqual(task_func(), 2.5, delta=0.1)

    def test_difference(self):
        self.assertTrue(abs(task_func() - 2.5) < 0.1)
