import unittest


class TestCases(unittest.TestCase):
    """A plot, by the getters of its axes."""

    def test_title(self):
        self.assertEqual(task_func().get_title(), "Sales")

    def test_label(self):
        axes = task_func()
        self.assertEqual(axes.get_xlabel(), "Month")
