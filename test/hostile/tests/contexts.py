import unittest


class TestCases(unittest.TestCase):
    """What an object says about itself, and what happens in its context."""

    def test_title(self):
        shown = task_func()
        self.assertEqual(shown.title, "quarterly")

    def test_context(self):
        with task_func() as shown:
            self.assertEqual(shown.total, 42)
