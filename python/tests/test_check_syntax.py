import importlib.util
import pathlib
import unittest

path = pathlib.Path(__file__).parent.parent / "jobs" / "check_syntax.py"
spec = importlib.util.spec_from_file_location("check_syntax", path)
check_syntax = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_syntax)


class FindProblem(unittest.TestCase):
    def test_nothing_wrong(self):
        self.assertIsNone(check_syntax.find_problem("def f():\n    return 1\n"))

    def test_place_and_words_of_a_syntax_error(self):
        problem = check_syntax.find_problem("x = 1\ny = = 2\n")
        self.assertEqual((problem["kind"], problem["line"], problem["column"]), ("syntax", 2, 5))
        self.assertTrue(problem["message"].startswith("SyntaxError: "))

    def test_what_only_the_compiler_refuses(self):
        problem = check_syntax.find_problem("return 1\n")
        self.assertEqual((problem["kind"], problem["line"]), ("compile", 1))

    def test_what_raises_something_else(self):
        for source in ("x = '\0'", "'\ud800'"):
            problem = check_syntax.find_problem(source)
            self.assertEqual(problem["kind"], "syntax")
            self.assertTrue(problem["message"])


if __name__ == "__main__":
    unittest.main()
