class TestCases(__import__("unittest").TestCase):
    """Begins with the test class itself: what a solution ends with would fall onto it."""

    def test_first(self):
        answer = task_func()
        self.assertEqual(answer, 42)
