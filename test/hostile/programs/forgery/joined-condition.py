# about: ends with a condition and a backslash, so that the tests would become its body
# test: bare
import unittest


class TestCases(unittest.TestCase):
    def test_first(self):
        pass


if False: \
