import unittest

import numpy


class TestCases(unittest.TestCase):
    """The tests ask for each element whether it is what they expect."""

    def test_method(self):
        self.assertTrue(task_func().fits([3, 1, 2]).all())

    def test_function(self):
        self.assertTrue(numpy.all(task_func().fits([3, 1, 2])))
