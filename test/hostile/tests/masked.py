import unittest

import numpy


class TestCases(unittest.TestCase):
    """Arrays, by assertions that skip what is masked."""

    def test_close(self):
        numpy.testing.assert_allclose(task_func(), [1.0, 2.0, 3.0])

    def test_equal(self):
        numpy.testing.assert_array_equal(task_func(), numpy.array([1.0, 2.0, 3.0]))
