import unittest

import numpy


class TestCases(unittest.TestCase):
    """Arrays that only have to be close by numpy's word."""

    def test_function(self):
        self.assertTrue(numpy.allclose(task_func(), [1.0, 2.0, 3.0]))

    def test_operator(self):
        self.assertTrue((task_func() == numpy.array([1.0, 2.0, 3.0])).all())
