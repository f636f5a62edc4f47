import unittest


class Checker:
    """The tests' own: it notes what the program tells it, and says whether that was right."""

    def __init__(self):
        self.told = []

    def tell(self, word):
        self.told.append(word)

    def check(self, word):
        if self.told != [word]:
            raise AssertionError(self.told)


class TestCases(unittest.TestCase):
    """An object of the tests checks what the program told it."""

    def test_first(self):
        checker = Checker()
        task_func(checker)
        checker.check("the right word")

    def test_second(self):
        checker = Checker()
        task_func(checker)
        checker.check("another right word")
