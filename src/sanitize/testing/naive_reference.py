"""The slow and obvious way: every range of rows through CPython's own parser.

One JSON object per line on stdin: {"op": "extract" | "parses", "text"}; one per line on stdout, in the same order:
{"code"} or {"parses"}, or {"raises"} with the name of the exception that leaves `ast.parse`.
"""

import ast
import json
import resource
import sys
import warnings


def parses(text):
    try:
        ast.parse(text)
    except (SyntaxError, MemoryError):
        return False
    return True


def extract(text):
    rows = text.split("\n")
    best = rows[:1]
    most = 0
    for first in range(len(rows)):
        for last in range(first + 1, len(rows)):
            chosen = rows[first : last + 1]
            if parses("\n".join(chosen)):
                filled = sum(1 for row in chosen if row.strip())
                if filled > most:
                    best, most = chosen, filled
    return "\n".join(best)


def answer(request):
    try:
        if request["op"] == "extract":
            return {"code": extract(request["text"])}
        return {"parses": parses(request["text"])}
    except (ValueError, RecursionError) as error:
        return {"raises": type(error).__name__}


def main():
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (600, 600))
    resource.setrlimit(resource.RLIMIT_NPROC, (64, 64))
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
