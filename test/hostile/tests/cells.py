import unittest


class TestCases(unittest.TestCase):
    """Frames, cell by cell."""

    def test_column(self):
        self.assertEqual(task_func()["a"].tolist(), [1, 2, 3])

    def test_cell(self):
        self.assertEqual(task_func()["b"][0], "x")
