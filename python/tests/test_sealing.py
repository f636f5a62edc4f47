import os
import unittest

from bcb_runner.judge.integrity import judging_classes, seal


class SealingTests(unittest.TestCase):
    def test_sealed_classes_cannot_be_assigned_to_and_still_work(self):
        pid = os.fork()
        if pid == 0:
            try:
                os._exit(0 if _try_sealing() else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)


def _try_sealing():
    if not seal(judging_classes()):
        return False
    for cls in judging_classes():
        try:
            cls.anything = 1
            return False
        except TypeError:
            pass

    class Honest(unittest.TestCase):
        counter = 0

        @classmethod
        def setUpClass(cls):
            cls.counter = 1

        def test_x(self):
            mock = unittest.mock.MagicMock(spec=["a"])
            mock.a.return_value = 3
            self.assertEqual(mock.a(), 3)
            self.assertEqual(self.counter, 1)

    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(Honest).run(result)
    return result.testsRun == 1 and result.wasSuccessful()
