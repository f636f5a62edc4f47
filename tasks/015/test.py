import unittest


def feed(*items):
    body = "".join(f"<item>{item}</item>" for item in items)
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{body}</channel></rss>'


class TestCases(unittest.TestCase):
    def test_order_across_time_zones(self):
        text = feed(
            "<title>a</title><pubDate>Tue, 05 Mar 2024 08:00:00 +0200</pubDate>",
            "<title>b</title><pubDate>Tue, 05 Mar 2024 07:30:00 GMT</pubDate>",
            "<title>c</title><pubDate>Tue, 05 Mar 2024 01:15:00 -0500</pubDate>",
        )
        self.assertEqual(
            [(item["title"], item["published"]) for item in task_func(text)],
            [("b", "2024-03-05T07:30:00Z"), ("c", "2024-03-05T06:15:00Z"), ("a", "2024-03-05T06:00:00Z")],
        )

    def test_single_item(self):
        text = feed(
            "<title>Only &amp; one</title><link>https://a.test/1</link>"
            "<category>x</category><pubDate>Mon, 01 Jan 2024 00:00:00 +0100</pubDate>"
        )
        self.assertEqual(
            task_func(text),
            [
                {
                    "title": "Only & one",
                    "link": "https://a.test/1",
                    "published": "2023-12-31T23:00:00Z",
                    "categories": ["x"],
                }
            ],
        )

    def test_categories(self):
        text = feed(
            "<title>a</title><category>two</category><category>one</category>",
            "<title>b</title>",
            "<title>c</title><category>solo</category>",
        )
        self.assertEqual([item["categories"] for item in task_func(text)], [["two", "one"], [], ["solo"]])

    def test_items_without_time_come_last(self):
        text = feed(
            "<title>z</title>",
            "<title>a</title><pubDate/>",
            "<title>m</title><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>",
        )
        self.assertEqual(
            [(item["title"], item["published"]) for item in task_func(text)],
            [("m", "2024-01-01T00:00:00Z"), ("z", None), ("a", None)],
        )

    def test_limit(self):
        items = [f"<title>{n}</title><pubDate>Mon, 0{n} Jan 2024 00:00:00 GMT</pubDate>" for n in (1, 3, 2)]
        self.assertEqual([item["title"] for item in task_func(feed(*items), limit=2)], ["3", "2"])
        self.assertEqual(task_func(feed(*items), limit=0), [])

    def test_empty_feed_and_equal_times(self):
        self.assertEqual(task_func(feed()), [])
        items = [f"<title>{n}</title><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>" for n in "bac"]
        self.assertEqual([item["title"] for item in task_func(feed(*items))], ["b", "a", "c"])

    def test_bad_input(self):
        for text in ("<rss><channel></rss>", "<feed><entry/></feed>", "<rss version='2.0'></rss>", "hello"):
            with self.assertRaises(ValueError):
                task_func(text)
