import os
import sqlite3
import tempfile
import unittest
from collections import Counter
from contextlib import closing
from datetime import date
from unittest.mock import patch
from faker import Faker


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "shop.db")

    def tearDown(self):
        self.folder.cleanup()

    def rows(self, columns, table):
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(f"SELECT {columns} FROM {table} ORDER BY id").fetchall()

    def test_customers(self):
        task_func(self.path, 120, 0, seed=3)
        people = self.rows("id, name, email", "customers")
        self.assertEqual([row[0] for row in people], list(range(1, 121)))
        self.assertGreater(len({row[1] for row in people}), 60)
        for number, name, email in people:
            letters = "".join(char if "a" <= char <= "z" else " " for char in name.lower())
            self.assertEqual(email, ".".join(letters.split()) + f"{number}@example.com")

    def test_email_of_a_name_with_punctuation(self):
        with patch("faker.providers.person.Provider.name", return_value="Dr. Ann O'Neil-Ray III."):
            task_func(self.path, 2, 0)
        self.assertEqual(self.rows("name, email", "customers"), [
            ("Dr. Ann O'Neil-Ray III.", "dr.ann.o.neil.ray.iii1@example.com"),
            ("Dr. Ann O'Neil-Ray III.", "dr.ann.o.neil.ray.iii2@example.com")])

    def test_orders(self):
        task_func(self.path, 4, 400, seed=1)
        sales = self.rows("id, customer_id, amount_cents, placed", "orders")
        self.assertEqual([row[0] for row in sales], list(range(1, 401)))
        self.assertEqual({row[1] for row in sales}, {1, 2, 3, 4})
        self.assertTrue(all(100 <= row[2] <= 99999 for row in sales))
        self.assertGreater(len({row[2] for row in sales}), 200)
        self.assertTrue(all(date.fromisoformat(row[3]).year == 2024 for row in sales))
        self.assertEqual({row[3][5:7] for row in sales}, {f"{month:02d}" for month in range(1, 13)})

    def test_best_customer(self):
        result = task_func(self.path, 5, 60, seed=8)
        totals = Counter()
        for customer, amount in self.rows("customer_id, amount_cents", "orders"):
            totals[customer] += amount
        best = min(totals, key=lambda customer: (-totals[customer], customer))
        names = dict(self.rows("id, name", "customers"))
        self.assertEqual(tuple(result), (names[best], totals[best]))

    def test_single_customer_gets_all_orders(self):
        name, total = task_func(self.path, 1, 3)
        self.assertEqual(self.rows("customer_id", "orders"), [(1,), (1,), (1,)])
        self.assertEqual(self.rows("name", "customers"), [(name,)])
        self.assertEqual(total, sum(row[0] for row in self.rows("amount_cents", "orders")))

    def test_seed_decides_everything_and_tables_are_replaced(self):
        first = task_func(self.path, 6, 9, seed=5)
        before = self.rows("*", "customers") + self.rows("*", "orders")
        Faker().name()
        self.assertEqual(task_func(self.path, 6, 9, seed=5), first)
        self.assertEqual(self.rows("*", "customers") + self.rows("*", "orders"), before)
        task_func(self.path, 6, 9, seed=6)
        self.assertNotEqual(self.rows("*", "customers"), before[:6])
        self.assertNotEqual(self.rows("*", "orders"), before[6:])

    def test_no_orders(self):
        self.assertIsNone(task_func(self.path, 2, 0))
        self.assertEqual(len(self.rows("*", "customers")), 2)
        self.assertEqual(self.rows("*", "orders"), [])

    def test_bad_numbers(self):
        for customers, orders in ((0, 5), (3, -1)):
            with self.subTest(customers=customers), self.assertRaises(ValueError):
                task_func(self.path, customers, orders)
