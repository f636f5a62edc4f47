import datetime
import unittest


class TestCases(unittest.TestCase):
    """An answer that is read as a date."""

    def test_date(self):
        self.assertEqual(datetime.datetime.strptime(task_func(), "%Y-%m-%d"), datetime.datetime(2024, 5, 17))

    def test_distance(self):
        read = datetime.datetime.strptime(task_func(), "%Y-%m-%d")
        self.assertEqual(read - datetime.datetime(2024, 5, 16), datetime.timedelta(days=1))
