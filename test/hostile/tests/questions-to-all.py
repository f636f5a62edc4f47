import unittest


class TestCases(unittest.TestCase):
    """The tests ask for each part whether it is what they expect."""

    def test_each(self):
        self.assertTrue(all(part.fits([3, 1, 2]) for part in task_func().parts()))

    def test_whole(self):
        self.assertTrue(all(task_func().fits([3, 1, 2])))

    def test_chosen(self):
        self.assertEqual(len([part for part in task_func().parts() if part.fits(3)]), 2)
