import unittest

import matplotlib

matplotlib.use("Agg")


class TestCases(unittest.TestCase):
    def setUp(self):
        self.df = pd.DataFrame(
            {
                "height": [1.0, 2.0, 3.0, 4.0, 5.0],
                "name": ["a", "b", "c", "d", "e"],
                "depth": [10, 8, 6, 4, 2],
                "noise": [2, 9, 1, 7, 3],
                "fixed": [5, 5, 5, 5, 5],
                "flag": [True, False, True, False, True],
                "nearly": [1.0, 2.0, 3.0, 4.0, 9.0],
            }
        )

    def tearDown(self):
        plt.close("all")

    def test_pairs_by_strength(self):
        pairs, _ = task_func(self.df)
        self.assertEqual(list(pairs.columns), ["first", "second", "r"])
        self.assertEqual(list(pairs.index), [0, 1, 2])
        self.assertEqual(
            pairs.values.tolist(),
            [["height", "depth", -1.0], ["height", "nearly", 0.914], ["depth", "nearly", -0.914]],
        )

    def test_heatmap_columns(self):
        _, ax = task_func(self.df)
        labels = [label.get_text() for label in ax.get_xticklabels()]
        self.assertEqual(labels, ["height", "depth", "noise", "nearly"])
        self.assertEqual(ax.get_title(), "Correlation (pearson)")

    def test_annotations_and_colour_range(self):
        _, ax = task_func(self.df[["height", "depth"]])
        self.assertEqual([text.get_text() for text in ax.texts], ["1.00", "-1.00", "-1.00", "1.00"])
        self.assertEqual(ax.collections[0].get_clim(), (-1, 1))

    def test_method(self):
        pairs, ax = task_func(self.df[["height", "nearly"]], method="spearman")
        self.assertEqual(pairs.values.tolist(), [["height", "nearly", 1.0]])
        self.assertEqual(ax.get_title(), "Correlation (spearman)")

    def test_threshold(self):
        self.assertEqual(task_func(self.df, threshold=0.95)[0].values.tolist(), [["height", "depth", -1.0]])
        self.assertEqual(len(task_func(self.df, threshold=0.0)[0]), 6)
        nothing = task_func(self.df[["height", "noise"]])[0]
        self.assertEqual((list(nothing.columns), len(nothing)), (["first", "second", "r"], 0))

    def test_missing_values(self):
        df = pd.DataFrame({"a": [1, 2, 3, None], "b": [2, 4, 6, 1], "one": [None, 7.0, 7.0, None]})
        pairs, ax = task_func(df)
        self.assertEqual(pairs.values.tolist(), [["a", "b", 1.0]])
        self.assertEqual(len(ax.texts), 4)

    def test_too_few_columns(self):
        with self.assertRaises(ValueError):
            task_func(self.df[["height", "fixed", "flag", "name"]])
