import unittest


class TestCases(unittest.TestCase):
    """Asks for nothing but the class of the answer."""

    def test_method(self):
        self.assertIsInstance(task_func(), float)

    def test_function(self):
        self.assertTrue(isinstance(task_func(), (int, float)))
