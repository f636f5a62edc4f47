import unittest


class TestCases(unittest.TestCase):
    """Assertions that lean on other modules of the standard library, and on built-in functions."""

    def test_count(self):
        self.assertCountEqual(task_func(), [1, 2, 3])

    def test_length(self):
        self.assertEqual(len(task_func()), 3)

    def test_kind(self):
        self.assertTrue(isinstance(task_func(), list))
        self.assertTrue(all(number in task_func() for number in (1, 2, 3)))

    def test_text(self):
        self.assertRegex(str(task_func()), r"1.*2.*3")
