"""Judges the two probes of `bcb doctor --execution`: an honest program passes, a hostile one must not."""
import unittest


class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)  # noqa: F821 - the program defines it

    def test_again(self):
        self.assertTrue(task_func() == 42)  # noqa: F821
