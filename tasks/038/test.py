import unittest
import requests
import requests_mock


class TestCases(unittest.TestCase):
    URL = "https://words.example.org/list.txt"

    def find(self, content, *args, charset="iso-8859-1", **kwargs):
        with requests_mock.Mocker() as mocker:
            mocker.get(self.URL, content=content, headers={"Content-Type": f"text/plain; charset={charset}"})
            found = task_func(self.URL, *args, **kwargs)
            self.assertEqual(mocker.last_request.timeout, 10)
            return found

    def test_order_by_distance_then_word(self):
        content = b"colour\ncolor\ncooler\nfloor\ncolony\nvelour\nzebra\n"
        self.assertEqual(self.find(content, "color"), [
            ("color", 0), ("colour", 1), ("colony", 2), ("cooler", 2)])

    def test_max_distance(self):
        content = b"cat\ncart\ncarts\ndog\n"
        self.assertEqual(self.find(content, "cat", 0), [("cat", 0)])
        self.assertEqual(self.find(content, "cat", max_distance=1), [("cat", 0), ("cart", 1)])

    def test_case_is_ignored_but_spelling_kept(self):
        self.assertEqual(self.find(b"Berlin\nBERLIN\nMerlin\n", "berlin", 1), [
            ("BERLIN", 0), ("Berlin", 0), ("Merlin", 1)])

    def test_blank_lines_and_duplicates(self):
        self.assertEqual(self.find(b"\r\n  tree \r\n\r\ntree\r\nfree\r\n", "tree", 1), [("tree", 0), ("free", 1)])
        self.assertEqual(self.find(b"\n\nab\n", "ab"), [("ab", 0)])

    def test_utf8_announced_as_latin1(self):
        words = ["\u043c\u043e\u043b\u043e\u043a\u043e", "\u043c\u043e\u043b\u043e\u0442\u043e\u043a", "\u0445\u043b\u0435\u0431", "\u043c\u0430\u0441\u043b\u043e", "\u0432\u043e\u0434\u0430"] * 3
        content = "\n".join(words).encode("utf-8")
        self.assertEqual(self.find(content, "\u043c\u043e\u043b\u043e\u043a\u043e", 1), [("\u043c\u043e\u043b\u043e\u043a\u043e", 0)])

    def test_utf16_with_byte_order_mark(self):
        content = "stra\u00dfe\nstra\u00dfen\nhaus\n".encode("utf-16")
        self.assertEqual(self.find(content, "Stra\u00dfe", 1, charset="utf-8"), [("stra\u00dfe", 0), ("stra\u00dfen", 1)])

    def test_encoding_not_found(self):
        self.assertEqual(self.find(b"", "word"), [])
        self.assertEqual(self.find(bytes(range(128, 160)) + b"\nword\n", "word"), [("word", 0)])

    def test_error_status(self):
        with requests_mock.Mocker() as mocker:
            mocker.get(self.URL, status_code=500, content=b"word")
            with self.assertRaises(requests.HTTPError):
                task_func(self.URL, "word")
