"""Counts with Python's own parser what `code-features.ts` counts, and shares no code with it.

Reads a gzipped JSON Lines file of tasks, prints one JSON object: task id -> [libraries, names, calls, complexity].
"""

import ast
import gzip
import json
import sys

DECISIONS = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Assert)


def full_name(node, imported):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in imported:
        return None
    return ".".join([imported[node.id], *reversed(parts)])


def read_imports(tree):
    imported, single = {}, set()
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset)):
        for alias in node.names:
            if isinstance(node, ast.Import):
                first = alias.name.split(".")[0]
                imported[alias.asname or first] = alias.name if alias.asname else first
            elif alias.name != "*" and node.module != "__future__":
                imported[alias.asname or alias.name] = f"{'.' * node.level}{node.module or ''}.{alias.name}"
                single.add(alias.asname or alias.name)
    return imported, single


def complexity_of(tree):
    total = 1
    for node in ast.walk(tree):
        if isinstance(node, DECISIONS):
            total += 1
        elif isinstance(node, ast.BoolOp):
            total += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            total += 1 + len(node.ifs)
        elif type(node).__name__ == "match_case":
            total += 1
    return total


def describe(code):
    tree = ast.parse(code)
    imported, single = read_imports(tree)
    calls = {full_name(node.func, imported) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = {full_name(node, imported) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {imported[node.id] for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in single}
    libs = {name.split(".")[0] for name in names if name}
    return [sorted(libs), *(sorted(name for name in each if name) for each in (names, calls)), complexity_of(tree)]


with gzip.open(sys.argv[1], "rt", encoding="utf-8") as lines:
    tasks = [json.loads(line) for line in lines]
print(json.dumps({task["task_id"]: describe(task["complete_prompt"] + "\n" + task["canonical_solution"]) for task in tasks}))
