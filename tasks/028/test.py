import base64
import hashlib
import tempfile
import unittest
from pathlib import Path
import rsa


class TestCases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.public, cls.private = rsa.newkeys(512)

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, data):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return hashlib.sha256(data).hexdigest()

    def test_lines_are_sorted_by_path(self):
        z = self.put("z.bin", b"\x00\xff")
        deep = self.put("sub/deep/a.txt", b"deep")
        empty = self.put("b.txt", b"")
        self.assertEqual(task_func(str(self.root), self.private), 3)
        expected = f"{empty}  b.txt\n{deep}  sub/deep/a.txt\n{z}  z.bin\n"
        self.assertEqual((self.root / "MANIFEST.txt").read_bytes(), expected.encode("utf-8"))

    def test_signature_verifies(self):
        self.put("data.csv", b"1,2\n")
        task_func(str(self.root), self.private)
        text = (self.root / "MANIFEST.sig").read_text(encoding="ascii")
        self.assertEqual(text, text.strip())
        signature = base64.b64decode(text, validate=True)
        manifest = (self.root / "MANIFEST.txt").read_bytes()
        self.assertEqual(rsa.verify(manifest, signature, self.public), "SHA-256")
        with self.assertRaises(rsa.VerificationError):
            rsa.verify(manifest + b"x", signature, self.public)

    def test_second_call_gives_the_same_manifest(self):
        self.put("one", b"1")
        task_func(str(self.root), self.private)
        before = (self.root / "MANIFEST.txt").read_bytes()
        self.assertEqual(task_func(str(self.root), self.private), 1)
        self.assertEqual((self.root / "MANIFEST.txt").read_bytes(), before)

    def test_same_names_in_subdirectories_are_listed(self):
        digest = self.put("sub/MANIFEST.txt", b"inner")
        self.assertEqual(task_func(str(self.root), self.private), 1)
        self.assertEqual((self.root / "MANIFEST.txt").read_text(encoding="utf-8"), f"{digest}  sub/MANIFEST.txt\n")

    def test_empty_directory(self):
        (self.root / "hollow").mkdir()
        self.assertEqual(task_func(str(self.root), self.private), 0)
        self.assertEqual((self.root / "MANIFEST.txt").read_bytes(), b"")
        signature = base64.b64decode((self.root / "MANIFEST.sig").read_bytes())
        self.assertEqual(rsa.verify(b"", signature, self.public), "SHA-256")

    def test_not_a_directory(self):
        self.put("file", b"x")
        for name in ("file", "absent"):
            with self.subTest(name=name), self.assertRaises(NotADirectoryError):
                task_func(str(self.root / name), self.private)
