import os
import tempfile
import unittest


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.source = os.path.join(self.folder.name, "in.docx")
        self.target = os.path.join(self.folder.name, "out.docx")
        self.document = Document()

    def tearDown(self):
        self.folder.cleanup()

    def fill(self, values):
        self.document.save(self.source)
        missing = task_func(self.source, values, self.target)
        return missing, Document(self.target)

    def test_body(self):
        self.document.add_paragraph("Dear {{name}}, you owe {{ sum_2 }} EUR, {{name}}.")
        missing, result = self.fill({"name": "Ada", "sum_2": 12.5, "unused": 1})
        self.assertEqual(result.paragraphs[0].text, "Dear Ada, you owe 12.5 EUR, Ada.")
        self.assertEqual(missing, [])

    def test_tables(self):
        table = self.document.add_table(rows=2, cols=2)
        table.cell(0, 0).text = "Total"
        table.cell(0, 1).text = "{{ total }}"
        table.cell(1, 1).text = "due {{date}}"
        missing, result = self.fill({"total": 7})
        cells = [[cell.text for cell in row.cells] for row in result.tables[0].rows]
        self.assertEqual(cells, [["Total", "7"], ["", "due {{date}}"]])
        self.assertEqual(missing, ["date"])

    def test_placeholder_split_over_runs(self):
        paragraph = self.document.add_paragraph()
        paragraph.add_run("Hello {").bold = True
        paragraph.add_run("{ na")
        paragraph.add_run("me }}, bye")
        missing, result = self.fill({"name": "Bob"})
        self.assertEqual(result.paragraphs[0].text, "Hello Bob, bye")
        self.assertTrue(result.paragraphs[0].runs[0].bold)
        self.assertEqual(missing, [])

    def test_other_paragraphs_keep_their_runs(self):
        paragraph = self.document.add_paragraph("plain ")
        paragraph.add_run("bold").bold = True
        self.document.add_paragraph("{{x}}")
        _, result = self.fill({"x": "y"})
        self.assertEqual([run.text for run in result.paragraphs[0].runs], ["plain ", "bold"])
        self.assertTrue(result.paragraphs[0].runs[1].bold)
        self.assertEqual(result.paragraphs[1].text, "y")

    def test_missing_names_are_sorted_and_distinct(self):
        self.document.add_paragraph("{{zeta}} {{ beta }} {{zeta}} {{known}} {single} {{not a name}}")
        self.document.add_paragraph("{{mu}} {{eta}} {{ kappa }} {{alpha}} {{ xi }} {{delta}}")
        missing, result = self.fill({"known": None})
        self.assertEqual(missing, ["alpha", "beta", "delta", "eta", "kappa", "mu", "xi", "zeta"])
        self.assertEqual(
            result.paragraphs[0].text, "{{zeta}} {{ beta }} {{zeta}} None {single} {{not a name}}"
        )

    def test_template_stays(self):
        self.document.add_paragraph("{{x}}")
        self.fill({"x": "y"})
        self.assertEqual(Document(self.source).paragraphs[0].text, "{{x}}")
