import unittest
import pandas as pd
import requests
import requests_mock


def record(number, name="n", updated="2024-01-01T00:00:00Z", **more):
    return {"id": number, "name": name, "updated": updated, **more}


class TestCases(unittest.TestCase):
    URL = "https://api.example.org/v1/items"

    def setUp(self):
        self.mocker = requests_mock.Mocker()
        self.mocker.start()
        self.addCleanup(self.mocker.stop)

    def page(self, url, records, link=None, status=200):
        headers = {"Link": f'<https://api.example.org/v1/first>; rel="first", <{link}>; rel="next"'} if link else {}
        self.mocker.get(url, json=records, headers=headers, status_code=status)

    def requested(self):
        return [request.url for request in self.mocker.request_history]

    def test_single_page(self):
        self.page(self.URL, [record(2, "b", extra=1), record(1, "a", updated="2024-05-01T12:00:00+02:00")])
        frame = task_func(self.URL, "t0ken")
        self.assertEqual(list(frame.columns), ["id", "name", "updated"])
        self.assertEqual(frame["id"].tolist(), [1, 2])
        self.assertEqual(frame["name"].tolist(), ["a", "b"])
        self.assertEqual(frame["updated"][0], pd.Timestamp("2024-05-01T10:00:00", tz="UTC"))
        self.assertEqual(list(frame.index), [0, 1])

    def test_next_links_are_followed_with_the_token(self):
        self.page(self.URL, [record(3)], link="https://api.example.org/v1/items2")
        self.page("https://api.example.org/v1/items2", [record(1)], link="items3")
        self.page("https://api.example.org/v1/items3", [record(2)])
        self.assertEqual(task_func(self.URL, "abc")["id"].tolist(), [1, 2, 3])
        self.assertEqual(self.requested(), [self.URL, "https://api.example.org/v1/items2", "https://api.example.org/v1/items3"])
        for request in self.mocker.request_history:
            self.assertEqual(request.headers["Authorization"], "Bearer abc")

    def test_latest_duplicate_is_kept(self):
        self.page(self.URL, [record(7, "newest", "2024-03-01T00:00:00Z"), record(8)], link="/v1/more")
        self.page("https://api.example.org/v1/more", [record(7, "older", "2024-02-01T00:00:00Z")])
        self.assertEqual(task_func(self.URL, "t")["name"].tolist(), ["newest", "n"])

    def test_circle_of_pages_ends(self):
        self.page(self.URL, [record(1)], link="/v1/b")
        self.page("https://api.example.org/v1/b", [record(2)], link=self.URL)
        self.assertEqual(task_func(self.URL, "t")["id"].tolist(), [1, 2])
        self.assertEqual(len(self.requested()), 2)

    def test_token_is_not_sent_to_another_host(self):
        for link in ("https://evil.test/v1/items", "http://api.example.org/v1/items"):
            with self.subTest(link=link):
                self.page(self.URL, [record(1)], link=link)
                self.page(link, [record(2)])
                with self.assertRaises(ValueError):
                    task_func(self.URL, "t")
                self.assertNotIn(link, self.requested())

    def test_missing_fields_and_empty_list(self):
        self.page(self.URL, [{"id": 1, "updated": "2024-01-01T00:00:00Z"}, {"id": 2, "name": "b"}])
        frame = task_func(self.URL, "t")
        self.assertEqual(frame["name"].isna().tolist(), [True, False])
        self.assertEqual(frame["updated"].isna().tolist(), [False, True])
        self.page(self.URL, [])
        empty = task_func(self.URL, "t")
        self.assertEqual((len(empty), list(empty.columns)), (0, ["id", "name", "updated"]))

    def test_error_on_a_later_page(self):
        self.page(self.URL, [record(1)], link="/v1/broken")
        self.page("https://api.example.org/v1/broken", {"error": "x"}, status=502)
        with self.assertRaises(requests.HTTPError):
            task_func(self.URL, "t")
