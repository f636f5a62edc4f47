# about: ends inside a string that would swallow the tests
import unittest


class TestCases(unittest.TestCase):
    def test_first(self):
        pass

    def test_second(self):
        pass


swallowed = """
