"""Which tests a test source promises, read from its syntax tree before any untrusted byte has run."""

import ast
from types import SimpleNamespace

CLASS_NAME = "TestCases"


def expected_tests(source):
    """The expectation of a test source; None where it has no class `TestCases`. Raises SyntaxError.

    required: names of the test methods that must be reported, sorted; plain: methods without a decorator; defined:
    every name the class binds; classes: it and those of its bases that the source defines; may_expect_failures:
    whether the source speaks of expected failures at all.
    """
    tree = ast.parse(source)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    if CLASS_NAME not in classes:
        return None
    required, plain, defined = set(), set(), set()
    order = _bases_first(CLASS_NAME, classes, set())
    for name in order:
        for statement in classes[name].body:
            bound = _bound_names(statement)
            defined.update(bound)
            plain.difference_update(bound)
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if statement.name.startswith("test"):
                    required.add(statement.name)
                if not statement.decorator_list:
                    plain.add(statement.name)
            else:
                # Bound to who knows what: unittest runs it when it is callable, but it is not promised.
                required.difference_update(bound)
    return SimpleNamespace(
        required=tuple(sorted(required)),
        plain=frozenset(plain),
        defined=frozenset(defined),
        classes=frozenset(order),
        may_expect_failures="expectedFailure" in source,
    )


def _bases_first(name, classes, seen):
    """A class after those of its bases that the same source defines; later ones override earlier ones."""
    if name in seen or name not in classes:
        return []
    seen.add(name)
    order = []
    for base in reversed(classes[name].bases):
        if isinstance(base, ast.Name):
            order += _bases_first(base.id, classes, seen)
    return order + [name]


def _bound_names(statement):
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target] if statement.value is not None else []
    elif isinstance(statement, ast.Delete):
        targets = statement.targets
    else:
        return set()
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
