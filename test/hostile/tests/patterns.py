import re
import unittest


class TestCases(unittest.TestCase):
    """Texts that are matched."""

    def test_date(self):
        self.assertRegex(task_func()[:7], r"^\d{4}-\d{2}$")

    def test_address(self):
        self.assertTrue(re.search(r"[a-z]+@[a-z]+\.org", task_func()))
