import unittest


class TestCases(unittest.TestCase):
    """A square of the program, by its methods and as a list of its sides."""

    def test_area(self):
        self.assertEqual(task_func(3).area(), 9)

    def test_sides(self):
        square = task_func(2)
        self.assertEqual(len(square), 4)
        self.assertEqual(list(square), [2, 2, 2, 2])

    def test_scaled(self):
        self.assertEqual(task_func(3).scaled(by=2).area(), 36)
