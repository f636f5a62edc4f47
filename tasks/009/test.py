import unittest

import matplotlib

matplotlib.use("Agg")


class TestCases(unittest.TestCase):
    def setUp(self):
        self.times = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0]

    def tearDown(self):
        plt.close("all")

    def test_exact_decay(self):
        fit, _ = task_func(self.times, [5 * math.exp(-0.4 * t) + 2 for t in self.times])
        self.assertAlmostEqual(fit["amplitude"], 5, places=4)
        self.assertAlmostEqual(fit["rate"], 0.4, places=4)
        self.assertAlmostEqual(fit["offset"], 2, places=4)
        self.assertAlmostEqual(fit["r_squared"], 1, places=6)

    def test_half_life(self):
        fit, _ = task_func(self.times, [5 * math.exp(-0.4 * t) + 2 for t in self.times])
        self.assertAlmostEqual(fit["half_life"], 1.732868, places=4)

    def test_half_life_does_not_depend_on_the_offset(self):
        for offset in (-3, 0, 40):
            fit, _ = task_func(self.times, [6 * 0.5 ** (t / 3) + offset for t in self.times])
            self.assertAlmostEqual(fit["half_life"], 3, places=3)

    def test_noise_lowers_r_squared(self):
        noise = [0.3, -0.3, 0.3, -0.3, 0.3, -0.3, 0.3, -0.3]
        values = [5 * math.exp(-0.4 * t) + 2 + n for t, n in zip(self.times, noise)]
        fit, _ = task_func(self.times, values)
        model = [fit["amplitude"] * math.exp(-fit["rate"] * t) + fit["offset"] for t in self.times]
        mean = sum(values) / len(values)
        residual = sum((v - m) ** 2 for v, m in zip(values, model))
        spread = sum((v - mean) ** 2 for v in values)
        self.assertAlmostEqual(fit["r_squared"], 1 - residual / spread, places=6)
        self.assertTrue(0.9 < fit["r_squared"] < 0.999)

    def test_drawing(self):
        values = [4 * math.exp(-0.5 * t) + 1 for t in self.times]
        _, ax = task_func(self.times, values)
        self.assertEqual((ax.get_xlabel(), ax.get_ylabel()), ("time", "value"))
        np.testing.assert_allclose(ax.collections[0].get_offsets(), list(zip(self.times, values)))
        xs, ys = ax.lines[0].get_data()
        np.testing.assert_allclose(xs, np.linspace(0, 10, 100))
        np.testing.assert_allclose(ys, 4 * np.exp(-0.5 * np.linspace(0, 10, 100)) + 1, atol=1e-4)

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func([0, 1, 2], [3, 2, 1])
        with self.assertRaises(ValueError):
            task_func([0, 1, 2, 3], [3, 2, 1])
