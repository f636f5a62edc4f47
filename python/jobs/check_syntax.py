"""Tests of a job that reports for each program in PAYLOAD (base64 of a JSON list) whether this Python compiles it.

PAYLOAD is put in front of this text. Programs are only compiled, never run. One JSON object per faulty program goes to
stdout, and at last how many there were.
"""

import ast
import base64
import json
import unittest
import warnings


def find_problem(source):
    for kind, check in (("syntax", ast.parse), ("compile", compile_module)):
        try:
            check(source)
        except SyntaxError as error:
            return {"kind": kind, "line": error.lineno, "column": error.offset, "message": f"{type(error).__name__}: {error.msg}"}
        except (ValueError, MemoryError, RecursionError) as error:
            return {"kind": kind, "line": None, "column": None, "message": f"{type(error).__name__}: {error}".rstrip(": ")}
    return None


def compile_module(source):
    compile(source, "<solution>", "exec", dont_inherit=True)


class TestCases(unittest.TestCase):
    def test_programs(self):
        warnings.simplefilter("ignore")
        programs = json.loads(base64.b64decode(PAYLOAD))  # noqa: F821
        for number, source in enumerate(programs):
            problem = find_problem(source)
            if problem is not None:
                print(json.dumps({"number": number, **problem}), flush=True)
        print(json.dumps({"checked": len(programs)}), flush=True)
