import os
import tempfile
import unittest
from openpyxl import load_workbook


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "due.xlsx")

    def tearDown(self):
        self.folder.cleanup()

    def rows(self):
        workbook = load_workbook(self.path)
        self.assertEqual(workbook.sheetnames, ["Due dates"])
        sheet = workbook["Due dates"]
        self.assertTrue(all(cell.font.bold for cell in sheet[1]))
        return [tuple(row) for row in sheet.iter_rows(values_only=True)]

    def test_working_day_stays(self):
        result = task_func([("A-1", "2023-03-01", 14)], self.path)
        self.assertEqual(result, {"A-1": "2023-03-15"})
        self.assertEqual(self.rows(), [("Invoice", "Issued", "Due", "Moved"), ("A-1", "2023-03-01", "2023-03-15", 0)])

    def test_weekend_moves_to_monday(self):
        task_func([("SAT", "2023-03-01", 10), ("SUN", "2023-03-01", 11)], self.path)
        self.assertEqual(self.rows()[1:], [
            ("SAT", "2023-03-01", "2023-03-13", 2), ("SUN", "2023-03-01", "2023-03-13", 1)])

    def test_public_holiday_moves(self):
        self.assertEqual(task_func([("X", "2023-06-04", 30)], self.path), {"X": "2023-07-05"})

    def test_weekend_followed_by_holiday(self):
        # 2023-09-02 is a Saturday, Monday 2023-09-04 is Labor Day
        task_func([("L", "2023-08-23", 10)], self.path)
        self.assertEqual(self.rows()[1], ("L", "2023-08-23", "2023-09-05", 3))

    def test_observed_holiday_before_weekend(self):
        # Veterans Day 2023 is a Saturday and observed on Friday 2023-11-10
        self.assertEqual(task_func([("V", "2023-11-10", 0)], self.path), {"V": "2023-11-13"})

    def test_other_country(self):
        invoices = [("D", "2023-09-03", 30)]
        self.assertEqual(task_func(invoices, self.path, country="DE"), {"D": "2023-10-04"})
        self.assertEqual(task_func(invoices, self.path, country="US"), {"D": "2023-10-03"})

    def test_order_of_rows(self):
        result = task_func([("B", "2023-05-02", 1), ("C", "2023-04-03", 1), ("A", "2023-05-01", 2)], self.path)
        self.assertEqual(list(result.items()), [("C", "2023-04-04"), ("A", "2023-05-03"), ("B", "2023-05-03")])
        self.assertEqual([row[0] for row in self.rows()], ["Invoice", "C", "A", "B"])

    def test_bad_invoices(self):
        for invoice in (("N", "2023-05-01", -1), ("M", "2023-02-30", 5)):
            with self.subTest(invoice=invoice), self.assertRaises(ValueError):
                task_func([invoice], self.path)
