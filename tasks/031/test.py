import gzip
import os
import tempfile
import unittest
from datetime import datetime, timedelta, timezone

NOW = datetime(2024, 3, 10, 12, 0, tzinfo=timezone.utc)


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def put(self, name, age, data=b"line\n"):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as handle:
            handle.write(data)
        stamp = int((NOW - age).timestamp())
        os.utime(self.path(name), (stamp, stamp))
        return stamp

    def test_old_file_is_replaced_by_its_archive(self):
        data = b"start\n" * 500 + b"\xff\x00end"
        self.put("app.log", timedelta(days=40), data)
        self.assertEqual(task_func(self.folder.name, 30, NOW), ["app.log.gz"])
        self.assertEqual(os.listdir(self.folder.name), ["app.log.gz"])
        with gzip.open(self.path("app.log.gz"), "rb") as handle:
            self.assertEqual(handle.read(), data)

    def test_archive_keeps_the_times(self):
        stamp = self.put("app.log", timedelta(days=9, hours=3))
        task_func(self.folder.name, 7, NOW)
        status = os.stat(self.path("app.log.gz"))
        self.assertEqual((int(status.st_atime), int(status.st_mtime)), (stamp, stamp))

    def test_age_limit_to_the_second(self):
        self.put("exact.log", timedelta(days=7))
        self.put("older.log", timedelta(days=7, seconds=1))
        self.put("younger.log", timedelta(days=6, hours=23))
        self.assertEqual(task_func(self.folder.name, 7, NOW), ["older.log.gz"])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["exact.log", "older.log.gz", "younger.log"])

    def test_natural_order(self):
        for number in (10, 2, 1, 33):
            self.put(f"app-{number}.log", timedelta(days=100))
        self.assertEqual(task_func(self.folder.name, 0, NOW), [
            "app-1.log.gz", "app-2.log.gz", "app-10.log.gz", "app-33.log.gz"])

    def test_other_files_and_subdirectories_stay(self):
        self.put("notes.txt", timedelta(days=100))
        self.put("old.log.gz", timedelta(days=100))
        self.put("sub/deep.log", timedelta(days=100))
        os.mkdir(self.path("folder.log"))
        self.assertEqual(task_func(self.folder.name, 1, NOW), [])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["folder.log", "notes.txt", "old.log.gz", "sub"])
        self.assertEqual(os.listdir(self.path("sub")), ["deep.log"])

    def test_time_zone_of_now_is_respected(self):
        self.put("a.log", timedelta(days=2, hours=1))
        tokyo = NOW.astimezone(timezone(timedelta(hours=9)))
        self.assertEqual(task_func(self.folder.name, 2, tokyo), ["a.log.gz"])

    def test_bad_arguments(self):
        with self.assertRaises(ValueError):
            task_func(self.folder.name, -1, NOW)
        with self.assertRaises(ValueError):
            task_func(self.folder.name, 1, datetime(2024, 3, 10, 12, 0))
