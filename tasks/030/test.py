import unittest
import yaml


class TestCases(unittest.TestCase):
    def test_attributes_and_children(self):
        text = task_func('<app name="shop" workers="4"><debug>false</debug><rate>0.25</rate></app>')
        self.assertEqual(yaml.safe_load(text), {"app": {"name": "shop", "workers": 4, "debug": False, "rate": 0.25}})

    def test_document_order_and_block_style(self):
        text = task_func("<z><b>x</b><a>1</a><c><d>-5</d></c></z>")
        self.assertEqual(text, "z:\n  b: x\n  a: 1\n  c:\n    d: -5\n")

    def test_repeated_elements_and_empty_element(self):
        text = task_func("<hosts><host>a.test</host><host>10</host><host/><note></note></hosts>")
        self.assertEqual(yaml.safe_load(text), {"hosts": {"host": ["a.test", 10, None], "note": None}})

    def test_text_beside_attributes(self):
        text = task_func('<limits><size unit="mb">64</size><size unit="gb">2</size></limits>')
        self.assertEqual(yaml.safe_load(text), {
            "limits": {"size": [{"unit": "mb", "text": 64}, {"unit": "gb", "text": 2}]}})

    def test_lookalikes_stay_strings(self):
        values = ["007", "1.2.3", "1e5", "True", "nan", "+3", "1_000", "5.", ".5", "-", "00.5", "yes"]
        xml = "<v>" + "".join(f"<i>{value}</i>" for value in values) + "</v>"
        self.assertEqual(yaml.safe_load(task_func(xml)), {"v": {"i": values}})

    def test_numbers(self):
        loaded = yaml.safe_load(task_func("<v><i>0</i><i>-12</i><i>0.50</i><i>-3.0</i></v>"))["v"]["i"]
        self.assertEqual(loaded, [0, -12, 0.5, -3.0])
        self.assertEqual([type(item) for item in loaded], [int, int, float, float])

    def test_non_ascii_is_written_as_is(self):
        self.assertEqual(task_func("<city>Z\u00fcrich</city>"), "city: Z\u00fcrich\n")

    def test_malformed(self):
        for text in ("<a><b></a>", "plain text", ""):
            with self.subTest(text=text), self.assertRaises(ValueError):
                task_func(text)
