import unittest
import requests
import requests_mock


class TestCases(unittest.TestCase):
    URL = "https://shop.example.org/books/list.html"

    def links(self, body):
        html = "<html><body>" + body + "</body></html>"
        with requests_mock.Mocker() as mocker:
            mocker.get(self.URL, text=html, headers={"Content-Type": "text/html; charset=utf-8"})
            return task_func(self.URL)

    def test_relative_links_are_resolved_against_the_page(self):
        result = self.links('<a href="two.html">2</a> <a href="/about">a</a> <a href="../cds/">c</a>')
        self.assertEqual(result["internal"], [
            "https://shop.example.org/about",
            "https://shop.example.org/books/two.html",
            "https://shop.example.org/cds/",
        ])
        self.assertEqual(result["external"], {})

    def test_fragments_are_removed_and_duplicates_merged(self):
        result = self.links('<a href="/a#x">1</a><a href="/a#y">2</a><a href="#top">3</a><a href="">4</a>')
        self.assertEqual(result["internal"], ["https://shop.example.org/a"])

    def test_external_hosts_are_counted_and_ranked(self):
        result = self.links(
            '<a href="http://zeta.test/1">z</a><a href="https://beta.test/">b</a>'
            '<a href="https://alpha.test:8443/x">a</a><a href="https://beta.test/">b again</a>'
            '<a href="//beta.test/other">b third</a>'
        )
        self.assertEqual(list(result["external"].items()), [
            ("beta.test", 3), ("alpha.test:8443", 1), ("zeta.test", 1)])
        self.assertEqual(result["internal"], [])

    def test_other_schemes_and_other_elements_are_ignored(self):
        result = self.links(
            '<a href="mailto:me@x.test">m</a><a href="javascript:void(0)">j</a><a name="n">n</a>'
            '<link href="/style.css"><img src="/i.png"><a href="ftp://x.test/f">f</a>'
        )
        self.assertEqual(result, {"internal": [], "external": {}})

    def test_other_port_of_same_host_is_external(self):
        result = self.links('<a href="https://shop.example.org:444/x">p</a><a href="http://shop.example.org/y">q</a>')
        self.assertEqual(result["external"], {"shop.example.org:444": 1})
        self.assertEqual(result["internal"], ["http://shop.example.org/y"])

    def test_error_status_raises(self):
        for status in (404, 503):
            with self.subTest(status=status), requests_mock.Mocker() as mocker:
                mocker.get(self.URL, status_code=status, text="<a href='/x'>x</a>")
                with self.assertRaises(requests.HTTPError):
                    task_func(self.URL)
