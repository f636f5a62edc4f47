import unittest


class TestCases(unittest.TestCase):
    def test_columns_and_rows(self):
        table = task_func("2024-07-01 15:00", "Europe/Berlin", ["Asia/Kolkata", "America/New_York", "UTC"])
        self.assertEqual(table.field_names, ["Zone", "Local time", "Offset"])
        self.assertEqual(
            table.rows,
            [
                ["America/New_York", "2024-07-01 09:00", "-04:00"],
                ["UTC", "2024-07-01 13:00", "+00:00"],
                ["Asia/Kolkata", "2024-07-01 18:30", "+05:30"],
            ],
        )

    def test_winter_time(self):
        table = task_func("2024-01-15 15:00", "Europe/Berlin", ["America/New_York"])
        self.assertEqual(table.rows, [["America/New_York", "2024-01-15 09:00", "-05:00"]])

    def test_weeks_between_the_two_clock_changes(self):
        table = task_func("2024-03-20 12:00", "America/New_York", ["Europe/London", "America/New_York"])
        self.assertEqual(
            table.rows,
            [["America/New_York", "2024-03-20 12:00", "-04:00"], ["Europe/London", "2024-03-20 16:00", "+00:00"]],
        )

    def test_date_line(self):
        table = task_func("2024-06-30 20:15", "Pacific/Honolulu", ["Pacific/Auckland"])
        self.assertEqual(table.rows, [["Pacific/Auckland", "2024-07-01 18:15", "+12:00"]])

    def test_equal_offsets_and_duplicates(self):
        names = ["Europe/Rome", "Europe/Berlin", "Europe/Rome", "Europe/Madrid"]
        table = task_func("2024-05-05 08:00", "UTC", names)
        self.assertEqual([row[0] for row in table.rows], ["Europe/Berlin", "Europe/Madrid", "Europe/Rome"])
        self.assertEqual({row[1] for row in table.rows}, {"2024-05-05 10:00"})

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func("2024-05-05 08:00", "Europe/Atlantis", ["UTC"])
        with self.assertRaises(ValueError):
            task_func("2024-05-05 08:00", "UTC", ["Mars/Olympus"])
        with self.assertRaises(ValueError):
            task_func("05.05.2024", "UTC", ["UTC"])
