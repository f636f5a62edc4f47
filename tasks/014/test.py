import unittest

import requests_mock

URL = "https://api.test/readings"


def reading(time, value):
    return {"time": time, "value": value}


class TestCases(unittest.TestCase):
    def setUp(self):
        self.mock = requests_mock.Mocker()
        self.mock.start()

    def tearDown(self):
        self.mock.stop()

    def pages(self, *pages):
        answers = [{"json": {"readings": page, "last": index == len(pages)}} for index, page in enumerate(pages, 1)]
        self.mock.get(URL, answers)

    def test_statistics(self):
        self.pages([reading("2024-03-01T10:00:00Z", value) for value in (1.0, 2.0, 2.0)])
        self.assertEqual(
            task_func(URL, "UTC"), {"2024-03-01": {"count": 3, "min": 1.0, "max": 2.0, "mean": 1.67}}
        )

    def test_local_day(self):
        readings = [reading("2024-03-01T14:59:59Z", 1.0), reading("2024-03-01T15:00:00Z", 3.0)]
        self.pages(readings)
        self.assertEqual(
            [(day, entry["max"]) for day, entry in task_func(URL, "Asia/Tokyo").items()],
            [("2024-03-01", 1.0), ("2024-03-02", 3.0)],
        )

    def test_daylight_saving_time(self):
        readings = [reading("2024-01-10T22:30:00Z", 1.0), reading("2024-07-10T22:30:00Z", 2.0)]
        self.pages(readings)
        self.assertEqual(list(task_func(URL, "Europe/Berlin")), ["2024-01-10", "2024-07-11"])

    def test_all_pages_are_read_in_order(self):
        self.pages(
            [reading("2024-03-02T01:00:00Z", 5.0)], [], [reading("2024-03-01T01:00:00Z", 6.0)]
        )
        result = task_func(URL, "UTC")
        self.assertEqual(list(result), ["2024-03-01", "2024-03-02"])
        self.assertEqual([request.qs["page"] for request in self.mock.request_history], [["1"], ["2"], ["3"]])
        self.assertEqual({request.timeout for request in self.mock.request_history}, {10})

    def test_no_readings(self):
        self.pages([])
        self.assertEqual(task_func(URL, "UTC"), {})
        self.assertEqual(self.mock.call_count, 1)

    def test_http_error(self):
        self.mock.get(
            URL, [{"json": {"readings": [reading("2024-03-01T01:00:00Z", 6.0)], "last": False}}, {"status_code": 503}]
        )
        with self.assertRaises(requests.HTTPError):
            task_func(URL, "UTC")
