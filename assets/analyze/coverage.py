"""Tells which statements and branches of a program are reached: each writes a line to the program's output, once."""

import ast
import os

_write = os.write


def load(source, first_line, space, mark):
    """Runs a program in `space`, with probes in whatever begins on `first_line` or below."""
    seen = set()

    def reach(place):
        if place not in seen:
            seen.add(place)
            _write(1, ("\n%s %s\n" % (mark, place)).encode())

    def choose(place, value):
        value = bool(value)
        reach("%s %s" % (place, value))
        return value

    tree = ast.parse(source)
    places = _add_probes(tree, first_line)
    space.update(_reach=reach, _choose=choose)
    for place in places:
        _write(1, ("\n%s of %s\n" % (mark, place)).encode())
    exec(compile(ast.fix_missing_locations(tree), "__test__.py", "exec"), space)


def _add_probes(tree, first_line):
    """Statements, and both ways out of each `if`, `while` and `for`; a docstring is no statement."""
    places = []

    def call(name, place, *more):
        return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(place), *more], [])

    def probe(place):
        places.append(place)
        return ast.Expr(call("_reach", place))

    def where(node):
        return "%d:%d" % (node.lineno, node.col_offset)

    nodes = list(ast.walk(tree))
    for node in nodes:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [each for old in block for each in (*_before(old, first_line, probe, where), old)])
    for node in nodes:
        if getattr(node, "lineno", 0) < first_line:
            continue
        place = "branch " + where(node) if isinstance(node, (ast.If, ast.While, ast.For, ast.AsyncFor)) else ""
        if isinstance(node, (ast.If, ast.While)) and not isinstance(node.test, ast.Constant):
            places.extend([place + " True", place + " False"])
            node.test = call("_choose", place, node.test)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            node.body.insert(0, probe(place + " True"))
            node.orelse.insert(0, probe(place + " False"))
    return places


def _before(statement, first_line, probe, where):
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    if statement.lineno < first_line or is_text or isinstance(statement, (ast.Global, ast.Nonlocal)):
        return []
    return [probe("statement " + where(statement))]
