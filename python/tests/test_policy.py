"""What the program may do in the process with the tests."""

import collections
import contextlib
import functools
import importlib.machinery
import io
import os
import sqlite3
import subprocess
import tempfile
import unittest
import unittest.mock

from bcb_runner.separate.peer import MODULE_NAME
from bcb_runner.separate.policy import Refused, check_change, check_held, check_name, check_special, check_use, may_name


class OfTests:
    def told(self, word):
        return word


OfTests.__module__ = OfTests.told.__module__ = MODULE_NAME


def read(value, name):
    check_name(value, name)
    held = getattr(value, name)
    check_held(value, name, held)
    return held


class PolicyTests(unittest.TestCase):
    def test_names_of_classes(self):
        for kind in (int, list, ValueError, sqlite3.Error, OfTests):
            self.assertTrue(may_name(kind), kind)
        for kind in (type, subprocess.Popen, functools.partial, importlib.machinery.SourceFileLoader, property):
            self.assertFalse(may_name(kind), kind)

    def test_what_is_private(self):
        for value in (self, type(self), unittest, subprocess.Popen, test.__code__):
            with self.subTest(value=value), self.assertRaises(Refused):
                check_use(value)

    def test_objects_of_the_tests_are_used_by_public_names(self):
        self.assertEqual(read(OfTests(), "told")("x"), "x")
        check_special(OfTests().told, "__call__")
        for value in (test, functools.partial(test), functools.lru_cache(test), contextlib.contextmanager(test)):
            check_special(value, "__call__")
        for name in ("_private", "__class__", "__dict__", "f_globals"):
            with self.subTest(name=name), self.assertRaises(Refused):
                read(OfTests(), name)

    def test_of_libraries_only_listed_methods_are_called(self):
        connection = sqlite3.connect(":memory:")
        self.addCleanup(connection.close)
        file = tempfile.NamedTemporaryFile()
        self.addCleanup(file.close)
        for value, name in (
            (connection, "execute"),
            (io.BytesIO(), "read"),
            ({}, "get"),
            (collections.Counter(), "get"),
            (file, "write"),
        ):
            check_special(read(value, name), "__call__")
        self.assertIs(read(connection.cursor(), "connection"), connection)
        for value, name in ((connection, "create_function"), (connection, "set_authorizer"), (collections.Counter(), "most_common")):
            with self.subTest(name=name), self.assertRaises(Refused):
                read(value, name)
            with self.subTest(name=name), self.assertRaises(Refused):
                check_special(getattr(value, name), "__call__")
        for value in (connection, os.system, functools.partial(os.system), functools.partial, bytes.fromhex):
            with self.subTest(value=value), self.assertRaises(Refused):
                check_special(value, "__call__")

    def test_mocks_are_called_and_say_nothing(self):
        mock = unittest.mock.MagicMock(spec=subprocess.Popen)
        check_special(read(mock, "wait"), "__call__")
        with unittest.mock.patch("os.getcwd", autospec=True) as replaced:
            check_special(replaced, "__call__")
        for name in ("call_args", "assert_called", "mock_calls", "_mock_wraps"):
            with self.subTest(name=name), self.assertRaises(Refused):
                read(mock, name)

    def test_what_is_changed(self):
        said = []
        check_change(OfTests(), "seen", 3, said.append)
        check_change(io.StringIO(), "newlines", None, said.append)
        self.assertEqual(said, [])
        check_change(OfTests(), "seen", print, said.append)
        check_change(io.BytesIO(), "name", "/elsewhere", said.append)
        self.assertEqual(len(said), 2)
        with self.assertRaises(Refused):
            check_change(unittest.mock.Mock(), "side_effect", 3, said.append)


def test():
    pass


test.__module__ = MODULE_NAME
