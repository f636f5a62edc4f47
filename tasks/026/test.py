import base64
import hashlib
import unittest
import requests
import requests_mock


def sri(data, algorithm="sha384"):
    return algorithm + "-" + base64.b64encode(hashlib.new(algorithm, data).digest()).decode("ascii")


class TestCases(unittest.TestCase):
    URL = "https://www.example.org/shop/index.html"
    JS = "https://cdn.test/lib.js"
    CODE = b"alert('\xc3\xa9');\n"

    def setUp(self):
        self.mocker = requests_mock.Mocker()
        self.mocker.start()
        self.addCleanup(self.mocker.stop)

    def audit(self, body):
        self.mocker.get(self.URL, text=f"<html><body>{body}</body></html>")
        return task_func(self.URL)

    def script(self, integrity, content=CODE):
        self.mocker.get(self.JS, content=content)
        return self.audit(f'<script src="{self.JS}" integrity="{integrity}"></script>')

    def test_matching_and_changed_resources(self):
        for algorithm in ("sha256", "sha384", "sha512"):
            with self.subTest(algorithm=algorithm):
                self.assertEqual(self.script(sri(self.CODE, algorithm)), [(self.JS, "ok")])
                self.assertEqual(self.script(sri(self.CODE, algorithm), b"evil()"), [(self.JS, "mismatch")])

    def test_one_of_several_digests_is_enough(self):
        self.assertEqual(self.script(sri(b"old") + "  " + sri(self.CODE)), [(self.JS, "ok")])

    def test_only_the_strongest_algorithm_counts(self):
        self.assertEqual(self.script(sri(self.CODE, "sha256") + " " + sri(b"other", "sha512")), [(self.JS, "mismatch")])
        self.assertEqual(self.script(sri(b"other", "sha256") + " " + sri(self.CODE, "sha384")), [(self.JS, "ok")])

    def test_unprotected_resources_are_not_downloaded(self):
        result = self.audit(
            '<link rel="stylesheet" href="../main.css"><script src="/app.js"></script>'
            '<script src="a.js" integrity=" "></script><script src="b.js" integrity="md5-abc= nonsense"></script>')
        self.assertEqual(result, [
            ("https://www.example.org/main.css", "unprotected"),
            ("https://www.example.org/app.js", "unprotected"),
            ("https://www.example.org/shop/a.js", "unprotected"),
            ("https://www.example.org/shop/b.js", "unprotected"),
        ])
        self.assertEqual([request.url for request in self.mocker.request_history], [self.URL])

    def test_elements_in_document_order(self):
        css = b"p { margin: 0 }"
        self.mocker.get("https://www.example.org/p.css", content=css)
        self.mocker.get(self.JS, status_code=404, content=self.CODE)
        result = self.audit(
            f'<script src="{self.JS}" integrity="{sri(self.CODE)}"></script><script>inline()</script>'
            f'<link rel="icon" href="/i.png"><link rel="stylesheet" href="/p.css" integrity="{sri(css)}">'
            '<img src="/x.png"><script src="/last.js"></script>')
        self.assertEqual(result, [
            (self.JS, "unreachable"),
            ("https://www.example.org/p.css", "ok"),
            ("https://www.example.org/last.js", "unprotected"),
        ])

    def test_page_without_resources(self):
        self.assertEqual(self.audit("<p>plain</p>"), [])

    def test_page_with_error_status(self):
        self.mocker.get(self.URL, status_code=503, text="<script src='/x.js'></script>")
        with self.assertRaises(requests.HTTPError):
            task_func(self.URL)
