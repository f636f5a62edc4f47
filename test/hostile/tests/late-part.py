import unittest

import matplotlib.pyplot


class TestCases(unittest.TestCase):
    """The tests import a part of a namespace package while the program already runs."""

    def test_answer(self):
        answer = task_func()
        import mpl_toolkits.planted_part
        self.assertEqual(answer, 42)
