import unittest


class TestCases(unittest.TestCase):
    def test_most_frequent_spelling_wins(self):
        names = ["Jonson", "Johnson", "Johnson", "Johnsen", "Miller"]
        self.assertEqual(
            task_func(names),
            {"Jonson": "Johnson", "Johnson": "Johnson", "Johnsen": "Johnson", "Miller": "Miller"},
        )

    def test_links_reach_through_other_names(self):
        names = ["aaaa", "aabb", "bbbb", "bbbb"]
        self.assertEqual(task_func(names), {"aaaa": "bbbb", "aabb": "bbbb", "bbbb": "bbbb"})

    def test_case_and_whitespace_do_not_count(self):
        names = ["  oslo ", "OSLO", "OSLO", "Rome"]
        self.assertEqual(task_func(names, max_distance=0), {"  oslo ": "OSLO", "OSLO": "OSLO", "Rome": "Rome"})

    def test_tie_is_broken_by_sort_order(self):
        self.assertEqual(task_func(["Meyer", "Maier"]), {"Meyer": "Maier", "Maier": "Maier"})
        self.assertEqual(task_func(["b1", "a1"], max_distance=1), {"b1": "a1", "a1": "a1"})

    def test_threshold_is_inclusive(self):
        self.assertEqual(task_func(["kitten", "sitting"], max_distance=3)["sitting"], "kitten")
        self.assertEqual(task_func(["kitten", "sitting"], max_distance=2)["sitting"], "sitting")

    def test_empty(self):
        self.assertEqual(task_func([]), {})
