import unittest
from types import SimpleNamespace
from unittest.mock import patch

MIB = 1024 * 1024


def process(pid, name, rss):
    memory = None if rss is None else SimpleNamespace(rss=rss, vms=4 * rss)
    return SimpleNamespace(pid=pid, info={"pid": pid, "name": name, "memory_info": memory})


class TestCases(unittest.TestCase):
    def rows(self, processes, *args, **kwargs):
        with patch("psutil.process_iter", return_value=iter(processes)):
            table = task_func(*args, **kwargs)
        self.assertEqual(list(table.field_names), ["PID", "Name", "MiB"])
        return [list(row) for row in table.rows]

    def test_order_and_format(self):
        rows = self.rows([process(1, "init", 12 * MIB), process(30, "db", 2048 * MIB), process(7, "web", 300 * MIB + MIB // 2)], 1)
        self.assertEqual(rows, [
            [30, "db", "2048.0"], [7, "web", "300.5"], [1, "init", "12.0"], ["", "total", "2360.5"]])

    def test_threshold_is_inclusive_and_binary(self):
        rows = self.rows([process(1, "exact", 50 * MIB), process(2, "below", 50 * MIB - 1)], 50)
        self.assertEqual(rows, [[1, "exact", "50.0"], ["", "total", "50.0"]])

    def test_limit_counts_only_shown_rows(self):
        processes = [process(pid, f"p{pid}", pid * MIB) for pid in range(1, 9)]
        rows = self.rows(processes, 0)
        self.assertEqual([row[0] for row in rows], [8, 7, 6, 5, 4, ""])
        self.assertEqual(rows[-1], ["", "total", "30.0"])
        rows = self.rows(processes, 0, limit=2)
        self.assertEqual(rows, [[8, "p8", "8.0"], [7, "p7", "7.0"], ["", "total", "15.0"]])

    def test_equal_sizes_by_pid(self):
        rows = self.rows([process(90, "c", MIB), process(5, "b", MIB), process(40, "a", MIB)], 0.5)
        self.assertEqual([row[0] for row in rows], [5, 40, 90, ""])

    def test_denied_and_nameless_processes(self):
        rows = self.rows([process(1, "secret", None), process(2, None, 3 * MIB), process(3, "", 2 * MIB)], 1)
        self.assertEqual(rows, [[2, "?", "3.0"], [3, "?", "2.0"], ["", "total", "5.0"]])

    def test_nothing_qualifies(self):
        self.assertEqual(self.rows([process(1, "a", MIB)], 100), [["", "total", "0.0"]])

    def test_bad_limit(self):
        with patch("psutil.process_iter", return_value=iter([])), self.assertRaises(ValueError):
            task_func(1, limit=0)
