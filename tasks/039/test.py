import json
import os
import tempfile
import unittest
from docx import Document


def heading(title, level, words=0, children=()):
    return {"title": title, "level": level, "words": words, "children": list(children)}


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "report.docx")

    def tearDown(self):
        self.folder.cleanup()

    def outline(self, *parts):
        document = Document()
        for part in parts:
            if isinstance(part, tuple):
                document.add_heading(part[1], level=part[0])
            else:
                document.add_paragraph(part)
        document.save(self.path)
        return task_func(self.path)

    def test_nesting(self):
        result = self.outline((1, "A"), (2, "A.1"), (3, "A.1.a"), (2, "A.2"), (1, "B"))
        self.assertEqual(result, [
            heading("A", 1, 0, [heading("A.1", 2, 0, [heading("A.1.a", 3)]), heading("A.2", 2)]),
            heading("B", 1),
        ])

    def test_jumps_between_levels(self):
        result = self.outline((2, "early"), (1, "A"), (3, "deep"), (2, "mid"), (4, "deeper"), (1, "B"))
        self.assertEqual(result, [
            heading("early", 2),
            heading("A", 1, 0, [heading("deep", 3), heading("mid", 2, 0, [heading("deeper", 4)])]),
            heading("B", 1),
        ])

    def test_words_belong_to_the_last_heading(self):
        result = self.outline("ignored preface", (1, " A "), "One, two-three!", "snake_case 42", (2, "B"), "", "d\u00e9j\u00e0 vu", (1, "C"))
        self.assertEqual(result, [heading("A", 1, 5, [heading("B", 2, 2)]), heading("C", 1)])

    def test_json_file(self):
        result = self.outline((1, "\u00dcbersicht"), "text")
        with open(self.path + ".json", encoding="utf-8") as handle:
            text = handle.read()
        self.assertEqual(json.loads(text), result)
        self.assertIn('  {\n    "title": "\u00dcbersicht"', text)

    def test_document_without_headings(self):
        self.assertEqual(self.outline("only", "text"), [])
        with open(self.path + ".json", encoding="utf-8") as handle:
            self.assertEqual(json.load(handle), [])

    def test_missing_document(self):
        with self.assertRaises(FileNotFoundError):
            task_func(self.path)
        self.assertEqual(os.listdir(self.folder.name), [])
