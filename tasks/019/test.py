import unittest


class TestCases(unittest.TestCase):
    def setUp(self):
        self.df = pd.DataFrame(
            {"who": ["Ada", "Bob", None, "Ada", "Cy"], "n": [1, 2, 3, 4, 5]}, index=[10, 11, 12, 13, 14]
        )

    def test_consistent_names(self):
        result, mapping = task_func(self.df, "who", 1)
        self.assertEqual(list(mapping), ["Ada", "Bob", "Cy"])
        self.assertEqual(len(set(mapping.values())), 3)
        shown = result["who"].tolist()
        self.assertEqual([shown[i] for i in (0, 1, 3, 4)], [mapping[name] for name in ("Ada", "Bob", "Ada", "Cy")])
        self.assertFalse(set(mapping) & set(mapping.values()))

    def test_missing_values(self):
        result, _ = task_func(self.df, "who", 1)
        self.assertEqual(result["who"].isna().tolist(), [False, False, True, False, False])

    def test_rest_of_the_table(self):
        before = self.df.copy()
        result, _ = task_func(self.df, "who", 1)
        pd.testing.assert_frame_equal(self.df, before)
        self.assertEqual(list(result.columns), ["who", "n"])
        self.assertEqual(result["n"].tolist(), [1, 2, 3, 4, 5])
        self.assertEqual(list(result.index), [10, 11, 12, 13, 14])

    def test_seed(self):
        first, second, other = (task_func(self.df, "who", seed)[1] for seed in (5, 5, 6))
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)
        fake = Faker("en_US")
        fake.seed_instance(5)
        self.assertEqual(list(first.values()), [fake.name() for _ in range(3)])

    def test_pseudonym_never_equals_a_real_name(self):
        _, mapping = task_func(pd.DataFrame({"who": ["Ada"]}), "who", 3)
        unlucky = mapping["Ada"]
        result, mapping = task_func(pd.DataFrame({"who": ["Ada", unlucky]}), "who", 3)
        self.assertNotIn(unlucky, result["who"].tolist())
        self.assertNotIn("Ada", result["who"].tolist())
        self.assertEqual(len(set(mapping.values())), 2)

    def test_unknown_column(self):
        with self.assertRaises(KeyError):
            task_func(self.df, "name", 1)
