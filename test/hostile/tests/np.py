import unittest


class TestCases(unittest.TestCase):
    """Takes the name np from the solution."""

    def test_close(self):
        self.assertTrue(np.allclose(task_func(), [1.0, 2.0, 3.0]))

    def test_helper(self):
        np.testing.assert_allclose(task_func(), [1.0, 2.0, 3.0])
