"""The two ends of the link in two threads: what comes over as what, and what breaks the rules."""

import collections
import datetime
import decimal
import enum
import json
import math
import os
import pathlib
import socket
import struct
import threading
import unittest

from bcb_runner.separate.link import Link, LinkLost, Malformed
from bcb_runner.separate.peer import Peer
from bcb_runner.separate.stand_ins import is_stand_in
from bcb_runner.separate.values import Unreadable, read_message, write_message
from bcb_runner.separate.write_back import write_back

Point = collections.namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1


class OneEnd(Peer):
    operations = {}

    def find_class(self, module, name):
        return None


def one_end():
    here, there = socket.socketpair()
    there.close()
    return OneEnd(here.detach(), 0, lambda error: None)


def carried(value):
    peer = one_end()
    return read_message(*write_message(value, peer), peer)


def read(tree, data=b""):
    return read_message(json.dumps(tree).encode(), data, one_end())


class ValueTests(unittest.TestCase):
    def test_plain_values_come_over_as_they_are(self):
        for value in (
            [None, True, 1, 1.5, "a\ud800", b"\0", [], (), {}, {1: [2]}, {"a": (1, {2})}, frozenset({1}), bytearray(b"x")],
            [10**6000, -(2**70), 1e300, -0.0, [[1, "a"]] * 3, range(1, 9, 2), slice(1, None), ..., 1j],
            [datetime.datetime(2020, 1, 2, 3, tzinfo=datetime.timezone.utc), datetime.timedelta(1), decimal.Decimal("1.10")],
            [collections.Counter("aab"), collections.OrderedDict(a=1), collections.deque([1], 3), pathlib.Path("/a")],
        ):
            got = carried(value)
            self.assertEqual(got, value)
            self.assertEqual([type(part) for part in got], [type(part) for part in value])
        self.assertTrue(math.isnan(carried([math.nan, 1])[0]))

    def test_values_are_read_from_their_storage(self):
        class Lie(float):
            def __eq__(self, other):
                return True

            __hash__ = float.__hash__

        got = carried(Lie(3))
        self.assertEqual((type(got), got), (float, 3.0))
        self.assertEqual(carried(type("Text", (str,), {"__str__": lambda self: "lie"})("truth")), "truth")

    def test_a_named_tuple_keeps_its_names(self):
        got = carried(Point(1, 2))
        self.assertEqual((got, got.x, got._fields), ((1, 2), 1, ("x", "y")))

    def test_the_rest_is_referred_to(self):
        for value in (object(), print, Colour.RED, lambda: 1):
            self.assertTrue(is_stand_in(carried(value)), value)

    def test_what_is_malformed(self):
        for tree in (
            {"a": 1},
            [],
            [1],
            ["eval", "1"],
            ["l", 1],
            ["L", [[1]]],
            ["D", {"a": [1]}],
            ["d", [1]],
            ["d", [["l", []], 1]],
            ["b", 0, 5],
            ["b", -1, 1],
            ["i", "zz"],
            ["y", 0],
            ["back", 0],
            ["a", 0],
            ["named", "m", "n", ["__eq__"], [1]],
            ["named", "m", "n", ["a", "b"], [1]],
            ["r", "x", [], [], None],
            ["array", "O", [1], 0, 0],
        ):
            with self.subTest(tree=tree), self.assertRaises((Malformed, Unreadable)):
                read(tree)
        for text in (b"", b"[", b"\xff", b"[" * 100_000, b"[" + b"[]," * 9_000_000 + b"1]"):
            with self.assertRaises(Malformed):
                read_message(text, b"", one_end())

    def test_a_value_that_cannot_be(self):
        for tree in (["date", [2020, 13, 1]], ["decimal", "x"], ["zone", "../../etc/passwd"], ["zone", "json/tool"], ["uuid", "1"]):
            with self.subTest(tree=tree), self.assertRaises(Unreadable):
                read(tree)

    def test_changes_reach_the_original_and_its_parts(self):
        part = [1]
        whole = {"a": part, "b": 2}
        write_back(whole, {"a": [1, 2], "c": 3})
        self.assertEqual((whole, part), ({"a": [1, 2], "c": 3}, [1, 2]))
        counted = collections.Counter(a=1)
        write_back(counted, collections.Counter(a=5))
        self.assertEqual(counted["a"], 5)


class LinkTests(unittest.TestCase):
    def setUp(self):
        here, there = socket.socketpair()
        self.there = there.detach()
        self.link = Link(here.detach(), 0, lambda text, data: (text + b"!", data), holds_threads=False)

    def test_calls_that_call_back(self):
        answers = []
        other = Link(self.there, 1, lambda text, data: other.ask(b"back", b"") if text == b"call" else (text, data), True)
        thread = threading.Thread(target=self.assertRaises, args=(LinkLost, other.serve_for_ever), daemon=True)
        thread.start()
        for _ in range(3):
            answers.append(self.link.ask(b"call", b"")[0])
        self.assertEqual(answers, [b"back!"] * 3)
        os.close(self.link._fd)
        thread.join()

    def test_what_breaks_the_rules(self):
        for frame in (
            struct.pack("<BIII", 9, 0, 0, 0),
            struct.pack("<BIII", 1, 0, 2**31, 0),
            struct.pack("<BIII", 1, 0, 0, 2**31),
            struct.pack("<BIII", 1, 8, 0, 0),
        ):
            self.setUp()
            os.write(self.there, frame)
            with self.subTest(frame=frame), self.assertRaises(Malformed):
                self.link.ask(b"", b"")

    def test_the_end_of_the_other_side(self):
        os.close(self.there)
        with self.assertRaises(LinkLost):
            self.link.ask(b"", b"")
