import json
import unittest


class TestCases(unittest.TestCase):
    """An answer that is read as JSON."""

    def test_value(self):
        self.assertEqual(json.loads(task_func())["count"], 3)

    def test_whole(self):
        self.assertEqual(json.loads(task_func()), {"name": "a", "count": 3})
