import unittest

import matplotlib
from matplotlib.colors import to_rgba

matplotlib.use("Agg")

NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


class TestCases(unittest.TestCase):
    def tearDown(self):
        plt.close("all")

    def colours(self, ax):
        orange = to_rgba("tab:orange")
        blue = to_rgba("tab:blue")
        return [{orange: "orange", blue: "blue"}.get(bar.get_facecolor()) for bar in ax.patches]

    def test_counts_from_monday_to_sunday(self):
        counts, _ = task_func(["2024-03-10T23:59:59", "2024-03-04T00:00:00", "2024-03-06T12:00:00"])
        self.assertEqual(list(counts.items()), list(zip(NAMES, [1, 0, 1, 0, 0, 0, 1])))

    def test_bars(self):
        _, ax = task_func(["2024-03-05T10:00:00", "2024-03-12T10:00:00", "2024-03-09T10:00:00"])
        self.assertEqual([bar.get_height() for bar in ax.patches], [0, 2, 0, 0, 0, 1, 0])
        centres = [bar.get_x() + bar.get_width() / 2 for bar in ax.patches]
        self.assertEqual(centres, sorted(centres))

    def test_texts(self):
        _, ax = task_func(["2024-03-05T10:00:00"])
        ax.figure.canvas.draw()
        self.assertEqual([label.get_text() for label in ax.get_xticklabels()], NAMES)
        self.assertEqual((ax.get_title(), ax.get_ylabel()), ("Events per weekday", "events"))

    def test_highlight(self):
        _, ax = task_func(["2024-03-05T10:00:00", "2024-03-12T10:00:00", "2024-03-09T10:00:00"])
        self.assertEqual(self.colours(ax), ["blue", "orange", "blue", "blue", "blue", "blue", "blue"])

    def test_several_busiest_days(self):
        _, ax = task_func(["2024-03-04T10:00:00", "2024-03-10T10:00:00"])
        self.assertEqual(self.colours(ax), ["orange", "blue", "blue", "blue", "blue", "blue", "orange"])

    def test_no_events(self):
        counts, ax = task_func([])
        self.assertEqual(counts, dict.fromkeys(NAMES, 0))
        self.assertEqual(self.colours(ax), ["blue"] * 7)

    def test_bad_timestamp(self):
        with self.assertRaises(ValueError):
            task_func(["2024-03-04T10:00:00", "yesterday"])
