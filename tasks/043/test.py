import unittest
from datetime import date, timedelta


class TestCases(unittest.TestCase):
    def test_fraction_of_a_day_counts_as_a_day(self):
        samples = [("2024-01-01", 100), ("2024-01-06", 110), ("2024-01-11", 120)]
        self.assertEqual(task_func(samples, 140.5), "2024-01-22")
        self.assertEqual(task_func(samples, 141.5), "2024-01-22")
        self.assertEqual(task_func(samples, 142.5), "2024-01-23")

    def test_noisy_samples_use_least_squares(self):
        start = date(2024, 2, 1)
        noise = [1, -1, -1, 1, 1, -1, -1, 1]
        samples = [((start + timedelta(days=i)).isoformat(), 50 + 3 * i + noise[i]) for i in range(8)]
        # the noise cancels: the line is 50 + 3 * day
        self.assertEqual(task_func(samples, 100), "2024-02-18")

    def test_order_of_samples_does_not_matter(self):
        samples = [("2024-03-05", 18.0), ("2024-03-01", 10.0), ("2024-03-03", 14.0)]
        self.assertEqual(task_func(samples, 31), "2024-03-12")
        self.assertEqual(task_func(samples[::-1], 31), "2024-03-12")

    def test_several_samples_on_one_day(self):
        samples = [("2023-12-30", 9), ("2023-12-30", 11), ("2023-12-31", 12), ("2023-12-31", 10)]
        self.assertEqual(task_func(samples, 15.5), "2024-01-05")

    def test_shrinking_or_constant_use(self):
        self.assertIsNone(task_func([("2024-01-01", 80), ("2024-01-10", 60)], 100))
        self.assertIsNone(task_func([("2024-01-01", 80), ("2024-01-10", 80)], 100))

    def test_full_already(self):
        self.assertEqual(task_func([("2024-01-01", 80), ("2024-01-10", 130)], 100), "2024-01-10")
        self.assertEqual(task_func([("2024-01-01", 180), ("2024-01-10", 130)], 100), "2024-01-10")

    def test_too_few_dates(self):
        for samples in ([], [("2024-01-01", 5)], [("2024-01-01", 5), ("2024-01-01", 6)]):
            with self.subTest(samples=samples), self.assertRaises(ValueError):
                task_func(samples, 10)
