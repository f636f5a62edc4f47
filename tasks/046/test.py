import os
import sqlite3
import tempfile
import unittest
from contextlib import closing
from werkzeug.security import check_password_hash


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "users.db")

    def tearDown(self):
        self.folder.cleanup()

    def rows(self):
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute("SELECT username, password_hash, failures FROM users ORDER BY username").fetchall()

    def login(self, password, name="ada"):
        return task_func(self.path, "login", name, password)

    def test_register_and_login(self):
        self.assertEqual(task_func(self.path, "register", "ada", "s3cret"), "registered")
        self.assertEqual(self.login("s3cret"), "ok")
        self.assertEqual(self.login("S3cret"), "denied")
        self.assertEqual(self.login("s3cret", name="bob"), "denied")

    def test_only_a_hash_is_stored(self):
        task_func(self.path, "register", "ada", "s3cret")
        (name, digest, failures), = self.rows()
        self.assertEqual((name, failures), ("ada", 0))
        self.assertNotIn("s3cret", digest)
        self.assertTrue(digest.startswith("pbkdf2:sha256:1000$"))
        self.assertTrue(check_password_hash(digest, "s3cret"))

    def test_usernames_are_normalised(self):
        task_func(self.path, "register", "  Ada ", "one")
        self.assertEqual(task_func(self.path, "register", "ADA", "two"), "exists")
        self.assertEqual(self.login("one", name="aDa"), "ok")
        self.assertEqual(self.login("two"), "denied")
        self.assertEqual([row[0] for row in self.rows()], ["ada"])

    def test_third_failure_locks(self):
        task_func(self.path, "register", "ada", "right")
        self.assertEqual([self.login("wrong") for _ in range(4)], ["denied", "denied", "denied", "locked"])
        self.assertEqual(self.login("right"), "locked")
        self.assertEqual(self.rows()[0][2], 3)

    def test_success_resets_the_failures(self):
        task_func(self.path, "register", "ada", "right")
        results = [self.login(word) for word in ("x", "x", "right", "x", "x", "right")]
        self.assertEqual(results, ["denied", "denied", "ok", "denied", "denied", "ok"])
        self.assertEqual(self.rows()[0][2], 0)

    def test_users_are_independent(self):
        for name in ("ada", "bob"):
            task_func(self.path, "register", name, name)
        for _ in range(3):
            self.login("wrong")
        self.assertEqual(self.login("bob", name="bob"), "ok")
        self.assertEqual([(row[0], row[2]) for row in self.rows()], [("ada", 3), ("bob", 0)])

    def test_hostile_username(self):
        name = "x' OR '1'='1"
        task_func(self.path, "register", "ada", "pw")
        self.assertEqual(self.login("pw", name=name), "denied")
        self.assertEqual(task_func(self.path, "register", name, "pw"), "registered")
        self.assertEqual(len(self.rows()), 2)

    def test_unknown_action(self):
        with self.assertRaises(ValueError):
            task_func(self.path, "delete", "ada", "pw")
