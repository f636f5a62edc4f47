import os
import unittest

from bcb_runner.confine import last_stack


def read(text):
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    try:
        os.write(writing, text.encode())
        return last_stack.read_stack(reading)
    finally:
        os.close(reading)
        os.close(writing)


class ReadStackTests(unittest.TestCase):
    def test_begins_with_the_outermost_frame_of_the_program_and_has_none_of_ours(self):
        own = last_stack.__file__
        text = (
            "Stack (most recent call first):\n"
            '  File "<frozen importlib._bootstrap>", line 1 in _load\n'
            '  File "__test__.py", line 3 in task_func\n'
            '  File "%s", line 9 in arm\n'
            '  File "__test__.py", line 8 in test_a\n'
            '  File "/lib/unittest/case.py", line 591 in run\n' % own
        )
        self.assertEqual(
            read(text), '  File "__test__.py", line 8, in test_a\n  File "__test__.py", line 3, in task_func'
        )

    def test_is_empty_where_there_is_none(self):
        self.assertEqual(read(""), "")
        self.assertEqual(read('nonsense\n  File "%s", line 9 in arm\n' % last_stack.__file__), "")

    def test_is_bounded(self):
        self.assertEqual(read('  File "a", line 1 in f\n' * 100).count("\n"), 29)
        self.assertLess(len(read('  File "%s", line 1 in f\n' % ("a" * 500) * 20)), 3100)
