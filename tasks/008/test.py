import unittest

import matplotlib

matplotlib.use("Agg")


class TestCases(unittest.TestCase):
    def setUp(self):
        self.points = [[50, 5], [10, 1], [90, 1], [52, 6], [11, 2], [91, 2], [51, 4], [12, 0], [92, 0]]

    def tearDown(self):
        plt.close("all")

    def test_numbered_by_centre(self):
        for seed in (0, 1, 2):
            labels, _, _ = task_func(self.points, 3, seed=seed)
            self.assertEqual(labels, [1, 0, 2, 1, 0, 2, 1, 0, 2])

    def test_centres_in_original_units(self):
        _, centres, _ = task_func(self.points, 3)
        np.testing.assert_allclose(centres, [[11, 1], [51, 5], [91, 1]], atol=1e-9)

    def test_scale_does_not_decide(self):
        points = [[x, y] for x in (0.0, 0.01) for y in (0, 5000, 10000)]
        labels, centres, _ = task_func(points, 2)
        self.assertEqual(labels, [0, 0, 0, 1, 1, 1])
        np.testing.assert_allclose(centres, [[0, 5000], [0.01, 5000]], atol=1e-9)

    def test_single_cluster(self):
        labels, centres, ax = task_func(np.array([[1, 9], [3, 1], [5, 2]]), 1)
        self.assertEqual(labels, [0, 0, 0])
        np.testing.assert_allclose(centres, [[3, 4]], atol=1e-9)
        self.assertEqual(len(ax.collections), 2)

    def test_drawing(self):
        _, centres, ax = task_func(self.points, 3)
        names = ["cluster 0", "cluster 1", "cluster 2", "centres"]
        self.assertEqual([drawn.get_label() for drawn in ax.collections], names)
        self.assertEqual([text.get_text() for text in ax.get_legend().get_texts()], names)
        np.testing.assert_allclose(ax.collections[1].get_offsets(), [[50, 5], [52, 6], [51, 4]])
        np.testing.assert_allclose(ax.collections[3].get_offsets(), centres)

    def test_too_few_points(self):
        with self.assertRaises(ValueError):
            task_func([[1, 1], [1, 1], [2, 2]], 3)
        with self.assertRaises(ValueError):
            task_func([[1, 2], [1, 2], [1, 2]], 2)

    def test_as_many_points_as_clusters(self):
        labels, centres, _ = task_func([[2, 2], [1, 1], [2, 2]], 2)
        self.assertEqual(labels, [1, 0, 1])
        np.testing.assert_allclose(centres, [[1, 1], [2, 2]], atol=1e-9)
