import unittest


class TestCases(unittest.TestCase):
    def test_most_common_first(self):
        self.assertEqual(task_func("b a b c b a", 2), [("b", 3), ("a", 2)])

    def test_three_by_default(self):
        self.assertEqual(task_func("d d d c c b b a"), [("d", 3), ("b", 2), ("c", 2)])

    def test_ties_in_alphabetical_order(self):
        self.assertEqual(task_func("pear fig apple"), [("apple", 1), ("fig", 1), ("pear", 1)])

    def test_case_and_punctuation(self):
        self.assertEqual(task_func("Don't, don't! STOP. stop; Don't"), [("don't", 3), ("stop", 2)])

    def test_no_words(self):
        self.assertEqual(task_func("12 + 30"), [])

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func("a", 0)
