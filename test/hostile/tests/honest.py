import unittest


class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(6, 7), 42)

    def test_world(self):
        self.assertEqual(files_around(), [])
        self.assertEqual(write_and_read("kept"), "kept")
