import unittest


class TestCases(unittest.TestCase):
    """Dictionaries, by key and value."""

    def test_value(self):
        self.assertEqual(task_func()["count"], 3)

    def test_keys(self):
        self.assertTrue(set(["count"]).issubset(task_func().keys()) or "count" in task_func())
        self.assertIn("name", task_func())

    def test_whole(self):
        self.assertEqual(task_func(), {"name": "a", "count": 3})
