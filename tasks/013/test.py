import unittest


class TestCases(unittest.TestCase):
    def test_relative_references(self):
        page = """<a href="b.html">1</a><a href="../c">2</a><a href="//site.test/d">3</a><a href="?q=1">4</a>"""
        self.assertEqual(
            task_func(page, "https://site.test/docs/a.html"),
            {
                "internal": [
                    "https://site.test/c",
                    "https://site.test/d",
                    "https://site.test/docs/a.html?q=1",
                    "https://site.test/docs/b.html",
                ],
                "external": [],
            },
        )

    def test_fragments_and_repetitions(self):
        page = """<a href="/x#one">1</a><a href="/x#two">2</a><a href="/x">3</a>
        <a href="https://b.test/y#1">4</a><a href="https://b.test/y#2">5</a>"""
        self.assertEqual(
            task_func(page, "https://site.test/"),
            {"internal": ["https://site.test/x"], "external": [("b.test", 1)]},
        )

    def test_external_order(self):
        page = "".join(
            f'<a href="{url}">x</a>'
            for url in ("http://z.test/1", "http://m.test/1", "http://z.test/2", "http://a.test/1", "https://a.test/1")
        )
        self.assertEqual(
            task_func(page, "https://site.test/")["external"], [("a.test", 2), ("z.test", 2), ("m.test", 1)]
        )

    def test_other_schemes_and_anchors_without_href(self):
        page = """<a href="mailto:a@b.test">1</a><a href="javascript:void(0)">2</a><a href="tel:1">3</a>
        <a name="top">4</a><a href="ftp://c.test/">5</a><link href="https://d.test/style.css">"""
        self.assertEqual(task_func(page, "https://site.test/"), {"internal": [], "external": []})

    def test_base_element(self):
        page = """<head><base href="/deep/er/"></head><a href="x">1</a>"""
        self.assertEqual(task_func(page, "https://site.test/start")["internal"], ["https://site.test/deep/er/x"])
        page = """<head><base href="https://cdn.test/v1/"></head><a href="x">1</a><a href="https://site.test/y">2</a>"""
        self.assertEqual(
            task_func(page, "https://site.test/start"),
            {"internal": ["https://site.test/y"], "external": [("cdn.test", 1)]},
        )

    def test_host_case_and_port(self):
        page = """<a href="https://SITE.test:8443/x">1</a><a href="https://B.test/">2</a>
        <a href="http://b.test:80/">3</a>"""
        self.assertEqual(
            task_func(page, "https://site.test/"),
            {"internal": ["https://SITE.test:8443/x"], "external": [("b.test", 2)]},
        )
