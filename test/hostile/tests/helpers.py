import unittest


class TestCases(unittest.TestCase):
    """Assertions that lean on other modules of the standard library."""

    def test_count(self):
        self.assertCountEqual(task_func(), [1, 2, 3])

    def test_text(self):
        self.assertRegex(str(task_func()), r"1.*2.*3")
