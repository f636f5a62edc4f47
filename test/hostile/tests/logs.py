import unittest


class TestCases(unittest.TestCase):
    """What was logged is waited for."""

    def test_record(self):
        with self.assertLogs(level="ERROR") as logs:
            task_func()
        self.assertIn("disk full", str(logs.output))

    def test_level(self):
        with self.assertLogs(level="ERROR"):
            task_func()
