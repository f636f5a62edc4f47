import base64
import unittest

KEYS = [base64.urlsafe_b64encode(bytes([number]) * 32) for number in (1, 2, 3)]
MADE = datetime(2024, 2, 29, 23, 59, 30, tzinfo=timezone.utc)


def seal(content, key=KEYS[0]):
    return Fernet(key).encrypt_at_time(content, int(MADE.timestamp()))


class TestCases(unittest.TestCase):
    def test_open(self):
        result = task_func(seal(b'{"user": "ada", "roles": [1, 2]}'), KEYS, MADE + timedelta(seconds=10), 60)
        self.assertEqual(
            result,
            {
                "message": {"user": "ada", "roles": [1, 2]},
                "key": 0,
                "made_at": "2024-02-29T23:59:30Z",
                "expires_at": "2024-03-01T00:00:30Z",
            },
        )

    def test_older_key(self):
        result = task_func(seal(b'{"n": 1}', KEYS[2]), KEYS, MADE, 60)
        self.assertEqual((result["key"], result["message"]), (2, {"n": 1}))

    def test_age_limits_are_inclusive(self):
        token = seal(b"{}")
        for age in (0, 60):
            self.assertEqual(task_func(token, KEYS, MADE + timedelta(seconds=age), 60)["message"], {})
        for age in (-1, 61):
            with self.assertRaises(ValueError):
                task_func(token, KEYS, MADE + timedelta(seconds=age), 60)

    def test_now_in_another_time_zone(self):
        now = (MADE + timedelta(seconds=5)).astimezone(timezone(timedelta(hours=9)))
        self.assertEqual(task_func(seal(b"{}"), KEYS, now, 60)["made_at"], "2024-02-29T23:59:30Z")

    def test_no_key_fits(self):
        with self.assertRaises(ValueError):
            task_func(seal(b"{}", KEYS[2]), KEYS[:2], MADE, 60)
        with self.assertRaises(ValueError):
            task_func(seal(b"{}"), [], MADE, 60)

    def test_damaged_token(self):
        token = bytearray(seal(b"{}"))
        token[40] = ord("A") if token[40] != ord("A") else ord("B")
        with self.assertRaises(ValueError):
            task_func(bytes(token), KEYS, MADE, 60)

    def test_content_must_be_a_json_object(self):
        for content in (b"[1, 2]", b"null", b"hello", b'"text"'):
            with self.assertRaises(ValueError):
                task_func(seal(content), KEYS, MADE, 60)
