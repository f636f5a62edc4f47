import unittest


class TestCases(unittest.TestCase):
    """Texts that are looked into."""

    def test_part(self):
        self.assertIn("total: 3", task_func())

    def test_start(self):
        self.assertTrue(task_func().startswith("report"))
        self.assertTrue("total" in task_func())
