"""Marks what tests use for its truth alone: an answer of the program that is used so need only be true, not right.

What selects the parts of a list is not marked: what is done with the list says whether they were right.
"""

import ast

ASKED, ALL_ASKED = "__asked__", "__all_asked__"
_CLAIMS = frozenset(("assertTrue", "assertFalse", "failUnless", "assert_"))
_COMPARISONS = frozenset(("assertEqual", "assertEquals", "assertNotEqual", "assertIs", "assertIsNot"))
_COLLECTIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp)


def mark_truths(tree):
    return ast.fix_missing_locations(_Marker().visit(tree))


class _Marker(ast.NodeTransformer):
    def visit_If(self, node):
        self.generic_visit(node)
        node.test = _asked(node.test)
        return node

    visit_While = visit_IfExp = visit_Assert = visit_If

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        node.values = [*map(_asked, node.values)]
        return node

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = _asked(node.operand)
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        if any(map(_is_verdict, (node.left, *node.comparators))):
            node.left, node.comparators = _asked(node.left), [*map(_asked, node.comparators)]
        elif any(isinstance(other, ast.Constant) and other.value is None for other in node.comparators):
            node.left = _asked_for_nothing(node.left)
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        if name in _CLAIMS or name == "bool":
            node.args[:1] = map(_asked, node.args[:1])
        elif name in _COMPARISONS and any(map(_is_verdict, node.args)):
            node.args = [*map(_asked, node.args)]
        elif name == "assertIsNone":
            node.args[:1] = map(_asked_for_nothing, node.args[:1])
        elif name in ("any", "all") and not node.args and isinstance(node.func, ast.Attribute):
            node.func.value = _asked(node.func.value)
        elif name in ("any", "all") and len(node.args) == 1:
            if isinstance(node.args[0], _COLLECTIONS):
                node.args[0].elt = _asked(node.args[0].elt)
            else:
                node.args = [ast.copy_location(ast.Call(ast.Name(ALL_ASKED, ast.Load()), node.args, []), node.args[0])]
        return node


def _is_verdict(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _asked(node):
    """What these make is the tests' own."""
    is_own = isinstance(node, (ast.Compare, ast.BoolOp, ast.Constant)) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return node if is_own else ast.copy_location(ast.Call(ast.Name(ASKED, ast.Load()), [node], []), node)


def _asked_for_nothing(node):
    """None says no. What has a name here has been looked at."""
    return _asked(node) if isinstance(node, (ast.Call, ast.Attribute)) else node
