import unittest


class TestCases(unittest.TestCase):
    """The tests ask the object of the program whether it is what they expect."""

    def test_claim(self):
        self.assertTrue(task_func().equals([3, 1, 2]))

    def test_statement(self):
        assert task_func().equals([3, 1, 2])

    def test_condition(self):
        if not task_func().equals([3, 1, 2]):
            self.fail("other than expected")
