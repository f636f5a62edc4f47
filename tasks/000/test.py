import unittest


class TestCases(unittest.TestCase):
    def test_weekend_is_skipped(self):
        self.assertEqual(task_func("2023-03-10", 1), "2023-03-13")
        self.assertEqual(task_func("2023-03-10", 6), "2023-03-20")

    def test_holiday_inside_the_period(self):
        self.assertEqual(task_func("2023-06-30", 2), "2023-07-05")
        self.assertEqual(task_func("2023-07-03", 3), "2023-07-07")

    def test_observed_holiday_across_new_year(self):
        self.assertEqual(task_func("2022-12-30", 1), "2023-01-03")
        self.assertEqual(task_func("2022-12-23", 5), "2023-01-03")

    def test_country_decides(self):
        self.assertEqual(task_func("2023-04-28", 1, country="DE"), "2023-05-02")
        self.assertEqual(task_func("2023-04-28", 1, country="US"), "2023-05-01")

    def test_zero_days_keeps_the_start(self):
        self.assertEqual(task_func("2023-07-01", 0), "2023-07-01")

    def test_free_form_dates(self):
        self.assertEqual(task_func("July 3, 2023", 1), "2023-07-05")
        self.assertEqual(task_func("3 Jul 2023 17:45", 1), "2023-07-05")

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func("2023-03-10", -1)
        with self.assertRaises(ValueError):
            task_func("the day after", 1)
