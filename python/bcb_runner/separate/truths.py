"""Marks what tests use for its truth alone: an answer of the program that is used so need only be true, not right.

What selects the parts of a list is not marked: what is done with the list says whether they were right.
"""

import ast

ASKED, ALL_ASKED = "__asked__", "__all_asked__"
_CLAIMS = frozenset(("assertTrue", "assertFalse", "failUnless", "assert_", "bool"))
_COMPARISONS = frozenset(("assertEqual", "assertEquals", "assertNotEqual", "assertIs", "assertIsNot"))


def mark_truths(tree):
    for node in ast.walk(tree):
        mark = _MARKS.get(type(node))
        if mark is not None:
            mark(node)
    return tree


def _mark_test(node):
    node.test = _asked(node.test)


def _mark_values(node):
    node.values = [*map(_asked, node.values)]


def _mark_not(node):
    if isinstance(node.op, ast.Not):
        node.operand = _asked(node.operand)


def _mark_comparison(node):
    if any(map(_is_verdict, (node.left, *node.comparators))):
        node.left, node.comparators = _asked(node.left), [*map(_asked, node.comparators)]
    elif isinstance(node.ops[0], (ast.Is, ast.Eq)) and getattr(node.comparators[0], "value", node) is None:
        node.left = _asked_for_nothing(node.left)


def _mark_call(node):
    name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
    if name in _CLAIMS:
        node.args[:1] = map(_asked, node.args[:1])
    elif name in _COMPARISONS and any(map(_is_verdict, node.args)):
        node.args = [*map(_asked, node.args)]
    elif name == "assertIsNone":
        node.args[:1] = map(_asked_for_nothing, node.args[:1])
    elif name in ("any", "all") and not node.args and isinstance(node.func, ast.Attribute):
        node.func.value = _asked(node.func.value)
    elif name in ("any", "all") and len(node.args) == 1:
        values = node.args[0]
        if isinstance(values, (ast.GeneratorExp, ast.ListComp, ast.SetComp)):
            values.elt = _asked(values.elt)
        else:
            node.args = [_call(ALL_ASKED, values)]


_MARKS = {
    **dict.fromkeys((ast.If, ast.While, ast.IfExp, ast.Assert), _mark_test),
    ast.BoolOp: _mark_values,
    ast.UnaryOp: _mark_not,
    ast.Compare: _mark_comparison,
    ast.Call: _mark_call,
}


def _is_verdict(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _asked(node):
    """What these make is the tests' own."""
    is_own = isinstance(node, (ast.Compare, ast.BoolOp, ast.Constant)) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return node if is_own else _call(ASKED, node)


def _asked_for_nothing(node):
    """None is the answer to whether something that was given is wrong."""
    return _asked(node) if isinstance(node, ast.Call) and (node.args or node.keywords) else node


def _call(name, node):
    function = ast.copy_location(ast.Name(name, ast.Load()), node)
    return ast.copy_location(ast.Call(function, [node], []), node)
