import unittest

import numpy


class TestCases(unittest.TestCase):
    """Arrays, element by element."""

    def test_equal(self):
        self.assertTrue((task_func() == numpy.array([1.0, 2.0, 3.0])).all())
