import unittest


class TestCases(unittest.TestCase):
    def test_layout(self):
        plan = task_func("2024-05-15", 90.0, 2)
        self.assertEqual(list(plan.columns), ["number", "due_date", "amount", "balance"])
        self.assertEqual(
            plan.values.tolist(), [[1, "2024-05-15", 45.0, 45.0], [2, "2024-06-15", 45.0, 0.0]]
        )

    def test_month_ends(self):
        plan = task_func("2023-01-31", 120.0, 5)
        self.assertEqual(
            plan["due_date"].tolist(), ["2023-01-31", "2023-02-28", "2023-03-31", "2023-04-30", "2023-05-31"]
        )

    def test_leap_year_and_new_year(self):
        plan = task_func("2023-11-30", 40.0, 4)
        self.assertEqual(plan["due_date"].tolist(), ["2023-11-30", "2023-12-30", "2024-01-30", "2024-02-29"])

    def test_left_over_cents_go_first(self):
        plan = task_func("2024-01-01", 100.01, 6)
        self.assertEqual(plan["amount"].tolist(), [16.67, 16.67, 16.67, 16.67, 16.67, 16.66])
        self.assertEqual(plan["balance"].tolist(), [83.34, 66.67, 50.0, 33.33, 16.66, 0.0])

    def test_float_noise_does_not_lose_a_cent(self):
        plan = task_func("2024-01-01", 1.15, 1)
        self.assertEqual(plan["amount"].tolist(), [1.15])
        self.assertEqual(plan["balance"].tolist(), [0.0])

    def test_bad_input(self):
        for total, count in ((100.0, 0), (100.0, -2), (0, 3), (-5.0, 3)):
            with self.assertRaises(ValueError):
                task_func("2024-01-01", total, count)
