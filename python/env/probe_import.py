"""Imports one library inside the sandbox. DISTRIBUTION, VERSION and MODULES are put before this file."""

import importlib
import importlib.metadata
import unittest


class TestCases(unittest.TestCase):
    def test_import(self):
        for module in MODULES:
            importlib.import_module(module)

    def test_version(self):
        self.assertEqual(importlib.metadata.version(DISTRIBUTION), VERSION)
