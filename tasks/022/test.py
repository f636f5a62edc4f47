import unittest

import matplotlib
from matplotlib.colors import to_rgba

matplotlib.use("Agg")


class TestCases(unittest.TestCase):
    def setUp(self):
        self.plan = {
            "test": (2, ["code", "data"]),
            "code": (5, ["design"]),
            "data": (1, ["design"]),
            "design": (3, []),
            "hire": (4, []),
        }

    def tearDown(self):
        plt.close("all")

    def test_schedule(self):
        schedule, _, _ = task_func(self.plan)
        self.assertEqual(
            schedule, {"design": (0, 3), "hire": (0, 4), "code": (3, 8), "data": (3, 4), "test": (8, 10)}
        )

    def test_critical_path(self):
        _, critical, _ = task_func(self.plan)
        self.assertEqual(critical, ["design", "code", "test"])

    def test_two_equally_long_paths(self):
        plan = {"a": (2, []), "c": (3, ["a"]), "b": (3, ["a"]), "end": (1, ["b", "c"]), "solo": (6, [])}
        self.assertEqual(task_func(plan)[1], ["a", "solo", "b", "c", "end"])

    def test_last_task_decides(self):
        plan = {"short": (1, []), "long": (9, ["short"]), "other": (5, [])}
        schedule, critical, _ = task_func(plan)
        self.assertEqual(schedule["long"], (1, 10))
        self.assertEqual(critical, ["short", "long"])

    def test_drawing(self):
        _, _, ax = task_func(self.plan)
        ax.figure.canvas.draw()
        labels = {tick: label.get_text() for tick, label in zip(ax.get_yticks(), ax.get_yticklabels())}
        bars = []
        for bar in ax.patches:
            centre = bar.get_y() + bar.get_height() / 2
            name = labels[min(labels, key=lambda tick: abs(tick - centre))]
            height_on_page = ax.transData.transform((0, centre))[1]
            red = bar.get_facecolor() == to_rgba("tab:red")
            bars.append((-height_on_page, name, bar.get_x(), bar.get_width(), red))
        self.assertEqual(
            [bar[1:] for bar in sorted(bars)],
            [
                ("design", 0, 3, True),
                ("hire", 0, 4, False),
                ("code", 3, 5, True),
                ("data", 3, 1, False),
                ("test", 8, 2, True),
            ],
        )
        self.assertEqual(ax.get_xlabel(), "day")

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func({"a": (1, ["b"])})
        with self.assertRaises(ValueError):
            task_func({"a": (1, ["c"]), "b": (1, ["a"]), "c": (1, ["b"])})
