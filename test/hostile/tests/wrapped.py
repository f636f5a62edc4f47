import os
import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    """A mock that passes calls on to the real function, in the process with the tests."""

    def test_answer(self):
        with patch("os.listdir", wraps=os.listdir):
            self.assertEqual(task_func(), 42)
