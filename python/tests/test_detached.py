import builtins
import types
import unittest

from bcb_runner.judge.detached import isolate


def make_module(name, source, **names):
    module = types.ModuleType(name)
    vars(module).update(names)
    exec(source, vars(module))
    return module


class IsolationTests(unittest.TestCase):
    def setUp(self):
        self.low = make_module("low", "WORD = 'right'\ndef word(times=1, *, end='.'): return WORD * times + end")
        self.high = make_module("high", "def say(): return word(len('ab'))", word=self.low.word)
        self.say = isolate([self.low, self.high])["high"]["say"]

    def test_copies_do_what_the_functions_did(self):
        self.assertEqual(self.say(), "rightright.")

    def test_changes_of_the_modules_do_not_reach_the_copies(self):
        self.low.WORD = "wrong"
        self.low.word.__code__ = (lambda *_, **__: "wrong").__code__
        self.high.word = lambda _: "wrong"
        self.assertEqual(self.say(), "rightright.")

    def test_replaced_built_ins_do_not_reach_the_copies(self):
        real = builtins.len
        builtins.len = lambda _: 0
        try:
            self.assertEqual(self.say(), "rightright.")
        finally:
            builtins.len = real

    def test_the_modules_do_not_lead_to_the_copies(self):
        self.assertIsNot(self.say.__globals__, vars(self.high))
        self.assertIsNot(self.say.__globals__["word"], self.low.word)
