import unittest
from datetime import datetime, timedelta, timezone

MOMENT = datetime(2024, 1, 1, tzinfo=timezone.utc)


def sign(text, secret):
    digest = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


class TestCases(unittest.TestCase):
    def test_plain_link(self):
        signature = sign("/a/b.txt?expires=1704067200", "key")
        self.assertEqual(
            task_func("https://files.test/a/b.txt", "key", MOMENT),
            f"https://files.test/a/b.txt?expires=1704067200&signature={signature}",
        )

    def test_known_signature(self):
        signed = task_func("https://files.test/a?size=2", "secret", MOMENT)
        self.assertEqual(signed.split("&signature=")[1], "BL9PGpvF4_qnmY1TGX-dktM-LdjUT5CWn_r1oHpuiaQ")

    def test_parameters_are_sorted_and_kept(self):
        signed = task_func("https://files.test/a?z=1&b=2&empty=&b=1&q=x%20y%2Fz", "key", MOMENT)
        query = "b=1&b=2&empty=&expires=1704067200&q=x+y%2Fz&z=1"
        self.assertEqual(signed, f"https://files.test/a?{query}&signature={sign('/a?' + query, 'key')}")

    def test_empty_path_port_and_fragment(self):
        signed = task_func("http://files.test:8080#part", "key", MOMENT)
        signature = sign("/?expires=1704067200", "key")
        self.assertEqual(signed, f"http://files.test:8080/?expires=1704067200&signature={signature}")

    def test_time_zone_and_fraction(self):
        later = (MOMENT + timedelta(milliseconds=900)).astimezone(timezone(timedelta(hours=-5)))
        self.assertIn("?expires=1704067200&", task_func("https://files.test/a", "key", later))

    def test_secret_in_utf8(self):
        signed = task_func("https://files.test/a%20b", "schlüssel", MOMENT)
        self.assertTrue(signed.endswith("&signature=" + sign("/a%20b?expires=1704067200", "schlüssel")))

    def test_bad_input(self):
        with self.assertRaises(ValueError):
            task_func("https://files.test/a", "key", datetime(2024, 1, 1))
        for name in ("expires", "signature"):
            with self.assertRaises(ValueError):
                task_func(f"https://files.test/a?{name}=1", "key", MOMENT)
