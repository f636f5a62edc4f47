"""Where a test source asserts something: statements that fail a test when a claim is false.

A place where a failed assertion would be caught (a `try` with a broad handler, a `with` that expects one) is none, nor is
one inside a nested function, which may run elsewhere or never.
"""

import ast
from types import SimpleNamespace

from ..expected_tests import CLASS_NAME
from .claims import NAMES

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CONTEXTS = frozenset(["assertRaises", "assertRaisesRegex", "assertWarns", "assertWarnsRegex", "assertLogs"])
_BROAD = frozenset(["AssertionError", "Exception", "BaseException"])
_DEEPEST_HELPER = 4


def find_sites(statements):
    """(all sites in order, {test method: its own sites or those of the helpers it calls}).

    A site has: id, node (the statement), form (`call`, `assert` or `with`), name of the assertion, item (of a `with`),
    the first and last line on which its failure shows, and is_certain: no test passes without reaching it.
    """
    sites = []
    functions = {node.name: node for node in statements if isinstance(node, _FUNCTIONS)}
    classes = {node.name: node for node in statements if isinstance(node, ast.ClassDef)}
    methods = {}
    for cls in _family(CLASS_NAME, classes):
        methods.update((node.name, node) for node in cls.body if isinstance(node, _FUNCTIONS))
    own = {}
    for name, function in [*functions.items(), *(("self." + name, node) for name, node in methods.items())]:
        own[name] = _sites_in(function, set(methods), sites)
    tests = {}
    for name, function in methods.items():
        if name.startswith("test") and not _is_expected_to_fail(function):
            tests[name] = own["self." + name] or _helped(function, {**functions, **_prefixed(methods)}, own)
            for site in tests[name] if not own["self." + name] else ():
                site.is_certain = False
        elif name.startswith("test"):
            tests[name] = []
    return sites, tests


def _family(name, classes, seen=()):
    """A class after those of its bases that the same source defines."""
    if name not in classes or name in seen:
        return []
    order = []
    for base in reversed(classes[name].bases):
        if isinstance(base, ast.Name):
            order += _family(base.id, classes, (*seen, name))
    return [*order, classes[name]]


def _prefixed(methods):
    return {"self." + name: node for name, node in methods.items()}


def _is_expected_to_fail(function):
    return any("expectedFailure" in ast.dump(decorator) for decorator in function.decorator_list)


def _helped(function, functions, own, depth=0):
    """Sites of the helpers that a function calls, and of those they call."""
    found = []
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        name = _called(node.func)
        if name in own and functions[name] is not function:
            found += own[name]
            if not own[name] and depth < _DEEPEST_HELPER:
                found += _helped(functions[name], functions, own, depth + 1)
    return list({site.id: site for site in found}.values())


def _called(func):
    if isinstance(func, ast.Name):
        return func.id
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in ("self", "cls"):
        return "self." + func.attr
    return None


def _sites_in(function, methods, sites):
    found, body = [], function.body

    may_leave = _may_not_run(function) or any(
        isinstance(node, (ast.Return, ast.Yield)) for statement in body for node in ast.walk(statement)
    )

    def add(form, node, name, is_certain, item=None):
        last = node.end_lineno if item is None else item.context_expr.end_lineno
        site = SimpleNamespace(
            id=len(sites),
            form=form,
            node=node,
            name=name,
            item=item,
            first_line=node.lineno,
            last_line=last,
            is_certain=is_certain and not may_leave,
        )
        sites.append(site)
        found.append(site)

    def visit(statements, is_certain):
        for node in statements:
            if isinstance(node, ast.Assert):
                add("assert", node, "assert", is_certain)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                name = assertion_name(node.value)
                if name in NAMES and name not in methods:
                    add("call", node, name, is_certain)
            elif isinstance(node, (ast.With, ast.AsyncWith)):
                visit_with(node, is_certain)
            elif isinstance(node, ast.Try):
                if not any(_is_broad(handler.type) for handler in node.handlers):
                    visit(node.body, False)
                visit([*node.orelse, *node.finalbody], False)
            elif isinstance(node, (ast.For, ast.AsyncFor, ast.While, ast.If)):
                visit([*node.body, *node.orelse], False)

    def visit_with(node, is_certain):
        """What a context swallows is not known, so that nothing inside is certain."""
        catches = False
        for item in node.items:
            call = item.context_expr
            name = assertion_name(call) if isinstance(call, ast.Call) else None
            if name in _CONTEXTS and name not in methods:
                add("with", node, name, is_certain, item)
            if name in ("assertRaises", "assertRaisesRegex"):
                catches = catches or not call.args or _is_broad(call.args[0])
            elif name == "suppress":
                catches = True
        if not catches:
            visit(node.body, False)

    visit(body, True)
    return found


def _may_not_run(function):
    """Whether a test may pass without its body: nobody awaits it, or a decorator has something else in mind."""
    if isinstance(function, ast.AsyncFunctionDef):
        return True
    return any("patch" not in ast.dump(decorator) for decorator in function.decorator_list)


def assertion_name(call):
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else None


def _is_broad(node):
    """Whether an `except` clause or an expected exception takes a failed assertion as well."""
    if node is None:
        return True
    if isinstance(node, ast.Tuple):
        return any(_is_broad(item) for item in node.elts)
    return not isinstance(node, (ast.Name, ast.Attribute)) or assertion_name_of(node) in _BROAD


def assertion_name_of(node):
    return node.attr if isinstance(node, ast.Attribute) else node.id
