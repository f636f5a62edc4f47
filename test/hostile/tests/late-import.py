import unittest


class TestCases(unittest.TestCase):
    """The tests import while the program already runs."""

    def test_answer(self):
        answer = task_func()
        import pprint
        import this_module_does_not_exist_anywhere_else
        self.assertEqual(answer, 42)

    def test_again(self):
        answer = task_func()
        import string
        self.assertEqual(answer, 42)
