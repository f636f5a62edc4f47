import hashlib
import os
import tempfile
import unittest
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        plt.close("all")
        self.folder.cleanup()

    def put(self, name, data):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as handle:
            handle.write(data)
        return path

    def test_uniform_bytes_have_eight_bits(self):
        bits, _ = task_func(self.put("all.bin", bytes(range(256)) * 3))
        self.assertAlmostEqual(bits, 8.0, places=6)

    def test_constant_file_has_no_entropy(self):
        bits, axes = task_func(self.put("zero.bin", b"\x00" * 50))
        self.assertAlmostEqual(bits, 0.0, places=6)
        self.assertEqual(axes.lines[0].get_ydata()[0], 50)

    def test_skewed_distribution(self):
        bits, _ = task_func(self.put("skew.txt", b"aaab"))
        self.assertIsInstance(bits, float)
        self.assertAlmostEqual(bits, 0.8112781, places=6)

    def test_line(self):
        _, axes = task_func(self.put("text.txt", b"hello\xff"))
        self.assertEqual(len(axes.lines), 1)
        counts = [int(value) for value in axes.lines[0].get_ydata()]
        self.assertEqual([int(value) for value in axes.lines[0].get_xdata()], list(range(256)))
        self.assertEqual(counts[ord("l")], 2)
        self.assertEqual(counts[255], 1)
        self.assertEqual(sum(counts), 6)

    def test_title_and_labels(self):
        data = b"some content"
        _, axes = task_func(self.put("report.final.txt", data))
        self.assertEqual(axes.get_title(), f"report.final.txt ({hashlib.sha256(data).hexdigest()[:8]})")
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("Byte value", "Count"))

    def test_every_call_uses_a_new_figure(self):
        path = self.put("a", b"ab")
        first = task_func(path)[1]
        second = task_func(path)[1]
        self.assertIsNot(first.figure, second.figure)
        self.assertEqual(len(second.lines), 1)

    def test_empty_file(self):
        with self.assertRaises(ValueError):
            task_func(self.put("empty", b""))
