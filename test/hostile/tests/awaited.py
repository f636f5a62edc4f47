import asyncio
import unittest


class TestCases(unittest.TestCase):
    """The tests ask, and await the answer."""

    def test_answer(self):
        answer = asyncio.run(task_func().equals([3, 1, 2]))
        self.assertEqual(answer, 1)
