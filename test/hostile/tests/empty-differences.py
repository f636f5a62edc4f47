import unittest


class TestCases(unittest.TestCase):
    """The tests have the object of the program list how it differs from what they expect."""

    def test_differences(self):
        self.assertEqual(task_func().differences([3, 1, 2]), [])
