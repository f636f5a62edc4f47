import unittest


class TestCases(unittest.TestCase):
    """For honest programs that leave something: they are asked once."""

    def test_first(self):
        self.assertEqual(task_func(), 42)
