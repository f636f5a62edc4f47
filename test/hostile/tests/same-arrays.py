import unittest

import numpy


class TestCases(unittest.TestCase):
    """Arrays, by functions of numpy that an array may answer for itself."""

    def test_close(self):
        self.assertTrue(numpy.allclose(task_func(), [1.0, 2.0, 3.0]))

    def test_equal(self):
        self.assertTrue(numpy.array_equal(task_func(), numpy.array([1.0, 2.0, 3.0])))
