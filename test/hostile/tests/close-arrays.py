import unittest

import numpy


class TestCases(unittest.TestCase):
    """Arrays that only have to be close."""

    def test_function(self):
        self.assertTrue(numpy.allclose(task_func(), [1.0, 2.0, 3.0]))

    def test_helper(self):
        numpy.testing.assert_allclose(task_func(), [1.0, 2.0, 3.0])
