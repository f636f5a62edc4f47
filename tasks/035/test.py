import unittest


def mail(date=None, sender="Ada <ada@x.test>"):
    lines = ["Subject: hi"]
    if sender is not None:
        lines.append(f"From: {sender}")
    if date is not None:
        lines.append(f"Date: {date}")
    return "\n".join(lines) + "\n\nThe body.\nDate: not a header\n"


class TestCases(unittest.TestCase):
    def test_day_depends_on_the_zone(self):
        messages = [mail("Mon, 01 Jan 2024 23:30:00 +0000")]
        self.assertEqual(list(task_func(messages, "UTC")), ["2024-01-01"])
        self.assertEqual(list(task_func(messages, "Europe/Berlin")), ["2024-01-02"])
        self.assertEqual(list(task_func(messages, "America/New_York")), ["2024-01-01"])

    def test_offset_in_the_header_is_used(self):
        result = task_func([mail("Sun, 30 Jun 2024 20:00:00 -0700")], "UTC")
        self.assertEqual(result, {"2024-07-01": {"count": 1, "senders": ["ada@x.test"]}})

    def test_daylight_saving_time(self):
        messages = [mail("Mon, 01 Jul 2024 22:30:00 +0000"), mail("Mon, 01 Jan 2024 22:30:00 +0000")]
        self.assertEqual(list(task_func(messages, "Europe/Paris")), ["2024-01-01", "2024-07-02"])

    def test_counts_and_distinct_senders(self):
        messages = [
            mail("Tue, 02 Jan 2024 10:00:00 +0000", "Zoe <ZOE@x.test>"),
            mail("Tue, 02 Jan 2024 11:00:00 +0000", "zoe@X.test"),
            mail("Tue, 02 Jan 2024 12:00:00 +0000", '"Lovelace, Ada" <ada@x.test>'),
            mail("Mon, 01 Jan 2024 12:00:00 +0000", None),
        ]
        self.assertEqual(task_func(messages, "UTC"), {
            "2024-01-01": {"count": 1, "senders": []},
            "2024-01-02": {"count": 3, "senders": ["ada@x.test", "zoe@x.test"]},
        })

    def test_undated_messages_come_last(self):
        messages = [mail(None), mail("Wed, 03 Jan 2024 00:00:00 +0000"), mail("yesterday", "bob@x.test")]
        result = task_func(messages, "UTC")
        self.assertEqual(list(result), ["2024-01-03", "undated"])
        self.assertEqual(result["undated"], {"count": 2, "senders": ["ada@x.test", "bob@x.test"]})

    def test_date_without_zone_counts_as_utc(self):
        messages = [mail("Mon, 01 Jan 2024 01:00:00 -0000")]
        self.assertEqual(list(task_func(messages, "America/New_York")), ["2023-12-31"])

    def test_no_messages(self):
        self.assertEqual(task_func([], "Asia/Tokyo"), {})

    def test_unknown_zone(self):
        with self.assertRaises(ValueError):
            task_func([], "Mars/Olympus")
