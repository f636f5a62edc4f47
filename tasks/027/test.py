import base64
import hashlib
import json
import os
import tempfile
import unittest
from cryptography.fernet import Fernet, InvalidToken


class TestCases(unittest.TestCase):
    SALT = bytes(range(240, 256))

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "settings.enc")

    def tearDown(self):
        self.folder.cleanup()

    def document(self):
        with open(self.path, encoding="utf-8") as handle:
            return json.load(handle)

    def decrypt(self, passphrase, salt):
        raw = hashlib.pbkdf2_hmac("sha256", passphrase.encode("utf-8"), salt, 10000, 32)
        return Fernet(base64.urlsafe_b64encode(raw)).decrypt(self.document()["token"].encode())

    def test_plaintext_round_trip(self):
        task_func({"port": 8080, "host": "localhost"}, "pass w\u00f6rd", self.SALT, self.path)
        self.assertEqual(self.decrypt("pass w\u00f6rd", self.SALT), b'{"host":"localhost","port":8080}')

    def test_document_fields(self):
        task_func({"a": 1}, "p", self.SALT, self.path)
        document = self.document()
        self.assertEqual(set(document), {"salt", "iterations", "token"})
        self.assertEqual(base64.b64decode(document["salt"], validate=True), self.SALT)
        self.assertEqual(document["iterations"], 10000)

    def test_fingerprint_does_not_depend_on_key_order(self):
        first = task_func({"b": [1, 2], "a": {"y": None, "x": "\u00e9"}}, "p", self.SALT, self.path)
        second = task_func({"a": {"x": "\u00e9", "y": None}, "b": [1, 2]}, "q", self.SALT + b"!", self.path)
        expected = hashlib.sha256(b'{"a":{"x":"\\u00e9","y":null},"b":[1,2]}').hexdigest()
        self.assertEqual(first, expected)
        self.assertEqual(second, expected)

    def test_other_passphrase_or_salt_cannot_decrypt(self):
        task_func({"a": 1}, "right", self.SALT, self.path)
        self.assertEqual(self.decrypt("right", self.SALT), b'{"a":1}')
        with self.assertRaises(InvalidToken):
            self.decrypt("wrong", self.SALT)
        with self.assertRaises(InvalidToken):
            self.decrypt("right", self.SALT[::-1])

    def test_existing_file_is_replaced(self):
        with open(self.path, "w", encoding="utf-8") as handle:
            handle.write("x" * 5000)
        task_func({}, "p", self.SALT, self.path)
        self.assertEqual(self.decrypt("p", self.SALT), b"{}")

    def test_short_salt(self):
        with self.assertRaises(ValueError):
            task_func({"a": 1}, "p", b"fifteen bytes!!", self.path)
        self.assertFalse(os.path.exists(self.path))
