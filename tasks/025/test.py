import hashlib
import hmac
import unittest


class TestCases(unittest.TestCase):
    SECRET = "k\u00f6nig"

    def setUp(self):
        self.client = task_func(self.SECRET).test_client()

    def post(self, body, signature=None, **kwargs):
        if signature is None:
            digest = hmac.new(self.SECRET.encode("utf-8"), body, hashlib.sha256).hexdigest()
            signature = "sha256=" + digest
        return self.client.post("/webhook", data=body, headers={"X-Signature": signature}, **kwargs)

    def test_signed_object_is_accepted(self):
        body = b'{"event":   "push", "id": 7}\n'
        response = self.post(body, content_type="application/json")
        self.assertEqual(response.status_code, 200)
        self.assertEqual(response.get_json(), {"event": "push", "size": len(body)})

    def test_event_defaults_and_content_type_is_ignored(self):
        response = self.post(b'{"a":1}', content_type="text/plain")
        self.assertEqual(response.status_code, 200)
        self.assertEqual(response.get_json(), {"event": "unknown", "size": 7})

    def test_missing_or_foreign_signature_header(self):
        bare = self.client.post("/webhook", data=b"{}")
        self.assertEqual((bare.status_code, bare.get_json()), (400, {"error": "missing signature"}))
        other = self.post(b"{}", signature="sha1=00ff")
        self.assertEqual((other.status_code, other.get_json()), (400, {"error": "missing signature"}))

    def test_signature_of_other_body_or_secret_is_refused(self):
        good = hmac.new(self.SECRET.encode("utf-8"), b'{"event": "a"}', hashlib.sha256).hexdigest()
        response = self.post(b'{"event": "b"}', signature="sha256=" + good)
        self.assertEqual((response.status_code, response.get_json()), (403, {"error": "invalid signature"}))
        forged = hmac.new(b"other", b"{}", hashlib.sha256).hexdigest()
        self.assertEqual(self.post(b"{}", signature="sha256=" + forged).status_code, 403)
        plain = hashlib.sha256(self.SECRET.encode("utf-8") + b"{}").hexdigest()
        self.assertEqual(self.post(b"{}", signature="sha256=" + plain).status_code, 403)

    def test_signed_but_not_a_json_object(self):
        for body in (b"[1, 2]", b'"text"', b"not json", b""):
            with self.subTest(body=body):
                response = self.post(body, content_type="application/json")
                self.assertEqual(response.status_code, 422)
                self.assertEqual(response.get_json(), {"error": "invalid payload"})

    def test_only_post_is_routed(self):
        self.assertEqual(self.client.get("/webhook").status_code, 405)
        self.assertEqual(self.client.post("/other").status_code, 404)

    def test_empty_secret(self):
        with self.assertRaises(ValueError):
            task_func("")
