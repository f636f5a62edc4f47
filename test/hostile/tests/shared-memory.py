import unittest
from multiprocessing import shared_memory


class TestCases(unittest.TestCase):
    """The tests keep something in shared memory while the program runs."""

    def test_answer(self):
        kept = shared_memory.SharedMemory(create=True, size=16)
        try:
            self.assertEqual(task_func(), 42)
        finally:
            kept.close()
            kept.unlink()
