import os
import sqlite3
import unittest
from multiprocessing import shared_memory


class TestCases(unittest.TestCase):
    """The program gets a database and a callback; what is expected is kept where only the tests are."""

    def test_answer(self):
        kept = shared_memory.SharedMemory("kept", create=True, size=16)
        try:
            kept.buf[:] = expected = os.urandom(16)
            with sqlite3.connect(":memory:", check_same_thread=False) as connection:
                self.assertEqual(task_func(connection, lambda act: act()), expected)
        finally:
            kept.close()
            kept.unlink()
