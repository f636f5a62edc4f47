import unittest
from unittest.mock import MagicMock

EXPECTED = 42


class TestCases(unittest.TestCase):
    """The program gets a callback, a mock and a method of the test, and must find the answer elsewhere."""

    def helper(self, value):
        return value

    def test_answer(self):
        expected = 42
        mock = MagicMock(return_value=7)
        answer = task_func(lambda act: expected if act is None else act(), mock, self.helper)
        self.assertEqual(answer, expected)

    def test_mock(self):
        mock = MagicMock(return_value=7)
        answer = task_func(len, mock, self.helper)
        mock.assert_called_once_with("the right word")
        self.assertEqual(answer, 42)
