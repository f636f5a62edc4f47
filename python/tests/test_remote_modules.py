import types
import unittest
from unittest import mock

from bcb_runner.separate.remote_modules import tell_own_figures


class TestOwnFigures(unittest.TestCase):
    def tell(self, modules):
        peer = types.SimpleNamespace(words=[])
        peer.say = peer.words.append
        with mock.patch.dict("sys.modules", modules):
            tell_own_figures(peer)
            tell_own_figures(peer)
        return peer.words

    def test_are_told_once_and_closed(self):
        figures = {1: object(), 2: object()}
        manager = types.SimpleNamespace(figs=figures, destroy_all=figures.clear)
        helpers = types.SimpleNamespace(Gcf=manager)
        self.assertEqual(self.tell({"matplotlib._pylab_helpers": helpers}), ["the tests draw apart from the program's figures"])
        self.assertEqual(figures, {})

    def test_are_none_without_a_library(self):
        self.assertEqual(self.tell({"matplotlib._pylab_helpers": None}), [])
