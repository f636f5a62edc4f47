import unittest

import matplotlib

matplotlib.use("Agg")


class TestCases(unittest.TestCase):
    def tearDown(self):
        plt.close("all")

    def test_minimum_and_maximum(self):
        points, _ = task_func("x**3 - 3*x", -2, 2)
        self.assertEqual(points, [(-1.0, 2.0, "maximum"), (1.0, -2.0, "minimum")])

    def test_only_points_of_the_interval(self):
        points, _ = task_func("x**3 - 3*x", 0, 2)
        self.assertEqual(points, [(1.0, -2.0, "minimum")])
        points, _ = task_func("x**3 - 3*x", -1, 0)
        self.assertEqual(points, [(-1.0, 2.0, "maximum")])
        points, _ = task_func("x**3 - 3*x", 0, 1)
        self.assertEqual(points, [(1.0, -2.0, "minimum")])

    def test_flat_point_is_reported_once(self):
        points, _ = task_func("x**3 + 2", -1, 1)
        self.assertEqual(points, [(0.0, 2.0, "flat")])
        points, _ = task_func("3*x**4 - x**3", -1, 1)
        self.assertEqual(points, [(0.0, 0.0, "flat"), (0.25, -0.0039, "minimum")])

    def test_irrational_points(self):
        points, _ = task_func("x**4 - 4*x**2 + 1", -5, 5)
        self.assertEqual(
            points, [(-1.4142, -3.0, "minimum"), (0.0, 1.0, "maximum"), (1.4142, -3.0, "minimum")]
        )

    def test_drawing(self):
        _, ax = task_func("x**2 - 4*x", 0, 5)
        self.assertEqual(ax.get_title(), "x**2 - 4*x")
        xs, ys = ax.lines[0].get_data()
        np.testing.assert_allclose(xs, np.linspace(0, 5, 200))
        np.testing.assert_allclose(ys, np.linspace(0, 5, 200) ** 2 - 4 * np.linspace(0, 5, 200), atol=1e-9)
        np.testing.assert_allclose(ax.collections[0].get_offsets(), [[2.0, -4.0]])

    def test_nothing_to_report(self):
        for expression in ("7", "3*x + 1", "x**3 + x"):
            points, ax = task_func(expression, -1, 1)
            self.assertEqual(points, [])
            self.assertEqual(len(ax.lines), 1)
            self.assertEqual(len(ax.collections), 0)

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func("x**2", 3, 3)
        with self.assertRaises(ValueError):
            task_func("sin(x)", 0, 1)
        with self.assertRaises(ValueError):
            task_func("x*y", 0, 1)
