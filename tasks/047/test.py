import base64
import hashlib
import hmac
import json
import unittest
from unittest.mock import patch


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def make(payload, secret="secret", header=None, digest=hashlib.sha256):
    head = encode(json.dumps(header or {"alg": "HS256", "typ": "JWT"}).encode())
    body = encode(json.dumps(payload).encode())
    mark = hmac.new(secret.encode("utf-8"), f"{head}.{body}".encode(), digest).digest()
    return f"{head}.{body}.{encode(mark)}"


class TestCases(unittest.TestCase):
    def verify(self, token, secret="secret", now=1700000000):
        with patch("time.time", return_value=now):
            return task_func(token, secret)

    def refuse(self, message, token, **kwargs):
        with self.assertRaises(ValueError) as caught:
            self.verify(token, **kwargs)
        self.assertEqual(str(caught.exception), message)

    def test_valid_tokens(self):
        for payload in ({}, {"sub": "ada"}, {"sub": "\u00fc?>~", "roles": ["a", "b"]}, {"n": 1, "deep": {"x": None}}):
            with self.subTest(payload=payload):
                self.assertEqual(self.verify(make(payload)), payload)
        self.assertEqual(self.verify(make({"a": 1}, secret="p\u00e4ss"), secret="p\u00e4ss"), {"a": 1})

    def test_expiry_is_exclusive(self):
        token = make({"exp": 1700000000})
        self.assertEqual(self.verify(token, now=1699999999.5), {"exp": 1700000000})
        self.refuse("token expired", token, now=1700000000)
        self.refuse("token expired", token, now=1800000000)

    def test_not_before(self):
        token = make({"nbf": 1700000000})
        self.refuse("token not yet valid", token, now=1699999999)
        self.assertEqual(self.verify(token, now=1700000000), {"nbf": 1700000000})

    def test_signature_is_checked_before_times(self):
        self.refuse("invalid signature", make({"exp": 1}, secret="other"))
        self.refuse("token expired", make({"exp": 1, "nbf": 1900000000}))

    def test_changed_payload(self):
        head, _, mark = make({"admin": False}).split(".")
        forged = encode(json.dumps({"admin": True}).encode())
        self.refuse("invalid signature", f"{head}.{forged}.{mark}")
        self.refuse("invalid signature", f"{head}.{forged}.")

    def test_other_algorithms(self):
        head = encode(b'{"alg": "none"}')
        self.refuse("unsupported algorithm", f"{head}.{encode(b'{}')}.")
        self.refuse("unsupported algorithm", make({}, header={"alg": "HS512"}, digest=hashlib.sha512))
        self.refuse("unsupported algorithm", make({}, header={"typ": "JWT"}))

    def test_malformed_tokens(self):
        good = make({"a": 1}).split(".")
        for token in ("", "abc", ".".join(good[:2]), ".".join(good + ["x"]), f"{good[0]}.{encode(b'[1]')}.{good[2]}",
                      f"{encode(b'not json')}.{good[1]}.{good[2]}"):
            with self.subTest(token=token):
                self.refuse("malformed token", token)
