import unittest


def cells(text):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line]


class TestCases(unittest.TestCase):
    def setUp(self):
        self.groups = {
            "a": [10.0, 11.0, 12.0, 13.0, 14.0],
            "b": [10.5, 11.5, 12.5, 13.5, 14.5],
            "c": [30.0, 20.0, 40.0],
        }

    def test_unequal_variances(self):
        p_values, _ = task_func({"a": self.groups["a"], "c": self.groups["c"]})
        self.assertAlmostEqual(p_values[("a", "c")], 0.087171, places=5)

    def test_correction_and_cap(self):
        p_values, _ = task_func(self.groups)
        self.assertEqual(list(p_values), [("a", "b"), ("a", "c"), ("b", "c")])
        self.assertEqual(p_values[("a", "b")], 1.0)
        self.assertAlmostEqual(p_values[("a", "c")], 0.261514, places=5)

    def test_table(self):
        _, text = task_func(self.groups)
        rows = cells(text)
        self.assertEqual(rows[0], ["pair", "difference", "p", "significant"])
        self.assertEqual(rows[1], ["a vs b", "-0.50", "1.0000", "no"])
        self.assertEqual(rows[2], ["a vs c", "-18.00", "0.2615", "no"])
        self.assertEqual(rows[3][0], "b vs c")
        self.assertEqual(len(rows), 4)

    def test_alpha(self):
        groups = {"a": self.groups["a"], "c": self.groups["c"]}
        self.assertEqual(cells(task_func(groups)[1])[1][3], "no")
        self.assertEqual(cells(task_func(groups, alpha=0.1)[1])[1][3], "yes")
        self.assertEqual(cells(task_func(self.groups, alpha=1)[1])[1][3], "no")

    def test_two_measurements_are_enough(self):
        _, text = task_func({"a": [1.0, 2.0], "b": [5.0, 6.0]})
        self.assertEqual(cells(text)[1], ["a vs b", "-4.00", "0.0299", "yes"])

    def test_order_gives_the_sign(self):
        _, text = task_func({"high": [5.0, 6.0, 7.0], "low": [1.0, 2.0, 3.0]})
        self.assertEqual(cells(text)[1], ["high vs low", "4.00", "0.0080", "yes"])

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func({"only": [1.0, 2.0]})
        with self.assertRaises(ValueError):
            task_func({"a": [1.0, 2.0], "b": [1.0]})
