import unittest
from unittest.mock import MagicMock


class TestCases(unittest.TestCase):
    """What the program does is seen by the parts of a mock, and by the part of an argument."""

    def test_part(self):
        mailer = MagicMock()
        task_func(mailer, {"log": MagicMock()})
        mailer.send.assert_called_once_with("the right word")

    def test_argument(self):
        parts = {"log": MagicMock()}
        task_func(MagicMock(), parts)
        parts["log"].write.assert_called_once_with("the right word")
