import csv
import io
import unittest


def rows(text):
    return list(csv.reader(io.StringIO(text, newline="")))


class TestCases(unittest.TestCase):
    def test_same_person_same_pseudonym(self):
        text, names = task_func("id,name\n1,Ada\n2,Bob\n3, ADA \n4,ada\n", "name")
        self.assertEqual(list(names), ["ada", "bob"])
        self.assertEqual(rows(text), [
            ["id", "name"], ["1", names["ada"]], ["2", names["bob"]], ["3", names["ada"]], ["4", names["ada"]]])

    def test_different_persons_differ(self):
        people = [f"person {number}" for number in range(300)]
        text, names = task_func("name\n" + "\n".join(people) + "\n", "name", seed=3)
        self.assertEqual(list(names), people)
        self.assertEqual(len(set(names.values())), 300)
        self.assertEqual([row[0] for row in rows(text)[1:]], [names[person] for person in people])

    def test_seed_decides_the_result(self):
        source = "name\nAda\nBob\nCyd\n"
        self.assertEqual(task_func(source, "name", seed=5), task_func(source, "name", seed=5))
        self.assertNotEqual(task_func(source, "name", seed=5)[1], task_func(source, "name", seed=6)[1])

    def test_blank_values_stay(self):
        text, names = task_func("name,city\n,Rome\n  ,Oslo\nEve,Bonn\n", "name")
        self.assertEqual(list(names), ["eve"])
        self.assertEqual([row[0] for row in rows(text)[1:]], ["", "  ", names["eve"]])

    def test_other_columns_keep_their_values(self):
        source = 'note,name,x\n"a, ""b""",Ada,1\n"two\nlines",Bob,\n'
        text, names = task_func(source, "name")
        self.assertEqual(rows(text), [
            ["note", "name", "x"], ['a, "b"', names["ada"], "1"], ["two\nlines", names["bob"], ""]])
        self.assertNotIn("\r", text)
        self.assertTrue(text.startswith("note,name,x\n"))

    def test_pseudonyms_are_names(self):
        _, names = task_func("name\nxq1\nxq2\n", "name")
        for name in names.values():
            self.assertGreaterEqual(len(name.split()), 2)
            self.assertNotIn("xq", name)

    def test_missing_column(self):
        with self.assertRaises(ValueError):
            task_func("name,age\nAda,3\n", "surname")
