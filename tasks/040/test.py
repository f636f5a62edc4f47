import hashlib
import json
import os
import tempfile
import unittest
import zipfile


def sha(data):
    return hashlib.sha256(data).hexdigest()


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "bundle.zip")

    def tearDown(self):
        self.folder.cleanup()

    def check(self, members, manifest=None):
        with zipfile.ZipFile(self.path, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
            if manifest is not None:
                archive.writestr("manifest.json", manifest if isinstance(manifest, str) else json.dumps(manifest))
        return task_func(self.path)

    def test_all_groups(self):
        result = self.check(
            {"z.txt": b"zed", "a.txt": b"ay", "bad.bin": b"changed", "new/x": b"1", "b-new": b"2"},
            {"a.txt": sha(b"ay"), "z.txt": sha(b"zed"), "bad.bin": sha(b"original"), "lost": sha(b""), "gone": sha(b"")},
        )
        self.assertEqual(result, {
            "ok": ["a.txt", "z.txt"], "corrupt": ["bad.bin"], "missing": ["gone", "lost"], "extra": ["b-new", "new/x"]})

    def test_upper_case_digests(self):
        result = self.check({"a": b"data"}, {"a": sha(b"data").upper()})
        self.assertEqual(result, {"ok": ["a"], "corrupt": [], "missing": [], "extra": []})

    def test_directory_entries_are_ignored(self):
        result = self.check({"docs/": b"", "docs/a": b"x"}, {"docs/a": sha(b"x")})
        self.assertEqual(result, {"ok": ["docs/a"], "corrupt": [], "missing": [], "extra": []})

    def test_empty_manifest(self):
        self.assertEqual(self.check({"a": b""}, {}), {"ok": [], "corrupt": [], "missing": [], "extra": ["a"]})

    def test_manifest_in_a_folder_is_an_ordinary_member(self):
        result = self.check({"sub/manifest.json": b"{}"}, {"sub/manifest.json": sha(b"{}")})
        self.assertEqual(result["ok"], ["sub/manifest.json"])
        with self.assertRaises(ValueError):
            self.check({"sub/manifest.json": b"{}"})

    def test_manifest_is_not_an_object(self):
        for manifest in ('["a"]', "not json", "3"):
            with self.subTest(manifest=manifest), self.assertRaises(ValueError):
                self.check({"a": b"x"}, manifest)

    def test_not_an_archive(self):
        with open(self.path, "wb") as handle:
            handle.write(b"plain text")
        with self.assertRaises(zipfile.BadZipFile):
            task_func(self.path)
