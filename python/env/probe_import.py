"""Imports one library in the sandbox. DISTRIBUTION, VERSION and MODULES are prepended to this file."""

import importlib
import importlib.metadata
import unittest


class TestCases(unittest.TestCase):
    def test_import(self):
        for module in MODULES:
            importlib.import_module(module)

    def test_version(self):
        self.assertEqual(importlib.metadata.version(DISTRIBUTION), VERSION)
