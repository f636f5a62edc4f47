import tempfile
import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.count = 0

    def tearDown(self):
        self.folder.cleanup()

    def write(self, text):
        self.count += 1
        path = os.path.join(self.folder.name, f"{self.count}.yml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_deep_merge(self):
        base = self.write("db: {host: a, port: 1, pool: {min: 1, max: 5}}\ndebug: false\n")
        extra = self.write("db: {host: b, pool: {max: 9}}\n")
        self.assertEqual(
            task_func([base, extra]),
            {"db": {"host": "b", "port": 1, "pool": {"min": 1, "max": 9}}, "debug": False},
        )

    def test_lists_and_mixed_types_are_replaced(self):
        base = self.write("hosts: [a, b]\ncache: {size: 1}\nmode: fast\n")
        extra = self.write("hosts: [c]\ncache: null\nmode: {name: slow}\n")
        self.assertEqual(task_func([base, extra]), {"hosts": ["c"], "cache": None, "mode": {"name": "slow"}})

    def test_variables(self):
        path = self.write("url: 'http://${HOST_A}:${PORT_A}/'\nitems: ['${HOST_A}', {deep: '${HOST_A}'}]\n")
        with patch.dict(os.environ, {"HOST_A": "db", "PORT_A": "5432"}):
            self.assertEqual(
                task_func([path]), {"url": "http://db:5432/", "items": ["db", {"deep": "db"}]}
            )

    def test_fallbacks(self):
        path = self.write("a: '${STARTER_X:one:two}'\nb: '${STARTER_X:}'\nc: '${STARTER_Y:unused}'\n")
        with patch.dict(os.environ, {"STARTER_Y": "set"}):
            os.environ.pop("STARTER_X", None)
            self.assertEqual(task_func([path]), {"a": "one:two", "b": "", "c": "set"})

    def test_only_values_and_only_once(self):
        path = self.write("'${STARTER_K}': '${STARTER_K}'\nnumber: 5\n")
        with patch.dict(os.environ, {"STARTER_K": "${HOME}"}):
            self.assertEqual(task_func([path]), {"${STARTER_K}": "${HOME}", "number": 5})

    def test_overridden_reference_is_not_needed(self):
        base = self.write("secret: '${STARTER_MISSING}'\n")
        extra = self.write("secret: plain\n")
        self.assertEqual(task_func([base, extra, self.write("")]), {"secret": "plain"})

    def test_bad_input(self):
        with patch.dict(os.environ):
            os.environ.pop("STARTER_MISSING", None)
            with self.assertRaises(KeyError):
                task_func([self.write("secret: '${STARTER_MISSING}'\n")])
        with self.assertRaises(ValueError):
            task_func([self.write("- just\n- a list\n")])
