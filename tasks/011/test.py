import os
import tempfile
import unittest

from openpyxl import Workbook


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "book.xlsx")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, rows):
        book = Workbook()
        book.active.title = "Bookings"
        for row in rows:
            book.active.append(row)
        book.save(self.path)

    def summary(self):
        return [list(row) for row in load_workbook(self.path)["Summary"].iter_rows(values_only=True)]

    def test_sums(self):
        self.write(
            [
                ["Date", "Category", "Amount"],
                [datetime(2024, 2, 1), "rent", 300],
                [datetime(2024, 1, 5), "food", 7.25],
                [datetime(2024, 1, 31), "food", 2.5],
                [datetime(2024, 1, 9), "art", 10],
            ]
        )
        self.assertEqual(task_func(self.path), {"2024-01": 19.75, "2024-02": 300.0})
        self.assertEqual(
            self.summary(),
            [["Month", "art", "food", "rent", "Total"], ["2024-01", 10, 9.75, 0, 19.75], ["2024-02", 0, 0, 300, 300]],
        )

    def test_same_month_of_different_years(self):
        self.write([["Date", "Category", "Amount"], ["2024-03-01", "a", 1], ["2023-03-01", "a", 2]])
        result = task_func(self.path)
        self.assertEqual(list(result.items()), [("2023-03", 2.0), ("2024-03", 1.0)])

    def test_columns_in_any_order_and_mixed_dates(self):
        self.write(
            [
                ["Amount", "Remark", "Date", "Category"],
                [5, "x", "2024-06-30", "b"],
                [6, None, datetime(2024, 6, 1, 12, 30), "b"],
            ]
        )
        self.assertEqual(task_func(self.path), {"2024-06": 11.0})

    def test_incomplete_rows_are_skipped(self):
        self.write(
            [
                ["Date", "Category", "Amount"],
                [None, "a", 1],
                ["2024-06-02", "b", None],
                ["2024-06-03", "c", 0.1],
                ["2024-06-03", "c", 0.2],
            ]
        )
        self.assertEqual(task_func(self.path), {"2024-06": 0.3})
        self.assertEqual(self.summary(), [["Month", "c", "Total"], ["2024-06", 0.3, 0.3]])

    def test_second_call_replaces_the_summary(self):
        self.write([["Date", "Category", "Amount"], ["2024-03-01", "a", 1]])
        task_func(self.path)
        task_func(self.path)
        self.assertEqual(load_workbook(self.path).sheetnames, ["Bookings", "Summary"])
        self.assertEqual(self.summary(), [["Month", "a", "Total"], ["2024-03", 1, 1]])

    def test_missing_heading(self):
        self.write([["Date", "Kind", "Amount"], ["2024-03-01", "a", 1]])
        with self.assertRaises(ValueError):
            task_func(self.path)
