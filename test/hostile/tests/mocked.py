import unittest
from unittest.mock import Mock


class TestCases(unittest.TestCase):
    """What was given to a mock is judged by the mock."""

    def test_first(self):
        mock = Mock()
        mock.call(task_func())
        mock.call.assert_called_once_with(42)
