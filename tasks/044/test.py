import subprocess
import textwrap
import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    def run_pipeline(self, text, failing=()):
        self.calls = []

        def fake_run(args, **kwargs):
            self.calls.append(args)
            self.options = kwargs
            return subprocess.CompletedProcess(args, 2 if args[0] in failing else 0, stdout="", stderr="")

        with patch("subprocess.run", side_effect=fake_run):
            return task_func(textwrap.dedent(text))

    def test_order_of_dependencies(self):
        result = self.run_pipeline("""
            deploy: {run: d, needs: [test, build]}
            test: {run: t, needs: [build]}
            build: {run: b}
        """)
        self.assertEqual(list(result.items()), [("build", "ok"), ("test", "ok"), ("deploy", "ok")])
        self.assertEqual(self.calls, [["b"], ["t"], ["d"]])

    def test_alphabetical_among_ready_steps(self):
        result = self.run_pipeline("""
            zeta: {run: z}
            beta: {run: b, needs: [zeta]}
            gamma: {run: g}
            alpha: {run: a, needs: [gamma]}
        """)
        self.assertEqual(list(result), ["gamma", "alpha", "zeta", "beta"])

    def test_commands_are_split_like_a_shell_would(self):
        self.run_pipeline("""
            pack:
              run: tar -czf "my files.tgz" 'a b' c\\ d
        """)
        self.assertEqual(self.calls, [["tar", "-czf", "my files.tgz", "a b", "c d"]])
        self.assertEqual(self.options, {"capture_output": True, "text": True})

    def test_failure_skips_all_descendants(self):
        result = self.run_pipeline("""
            a: {run: a}
            b: {run: b, needs: [a]}
            c: {run: c, needs: [b]}
            d: {run: d, needs: [c]}
            other: {run: o, needs: [a]}
        """, failing=("b",))
        self.assertEqual(result, {"a": "ok", "b": "failed", "c": "skipped", "d": "skipped", "other": "ok"})
        self.assertEqual(self.calls, [["a"], ["b"], ["o"]])

    def test_bad_pipelines_execute_nothing(self):
        for text in ("a: {run: x, needs: [ghost]}\nb: {run: y}", "a: {run: x, needs: [b]}\nb: {run: y, needs: [a]}\nc: {run: z}"):
            with self.subTest(text=text):
                with self.assertRaises(ValueError):
                    self.run_pipeline(text)
                self.assertEqual(self.calls, [])

    def test_empty_pipeline(self):
        self.assertEqual(self.run_pipeline("{}"), {})
