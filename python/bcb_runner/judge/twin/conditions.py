"""A condition that holds, made not to hold (or the other way round) with as little changed as possible."""

import ast

from .claims import LOOKS
from .draw import draw_word
from .literals import is_literal, other_literal
from .sites import assertion_name
from .values import beyond

_ORDERS = {ast.Lt: False, ast.LtE: False, ast.Gt: True, ast.GtE: True}
_PAIRS = {ast.Eq: "==", ast.NotEq: "!=", ast.In: "in", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def falsify(node, wanted, below, tools):
    """The expression that `wanted` (True or False) must come out of. tools: makes calls of what exists outside the text."""
    changed = _falsify_inside(node, wanted, below, tools)
    return absolute(node, wanted) if changed is None else changed


def absolute(node, wanted):
    """Evaluated as before, but the result is settled."""
    operator = ast.Or() if wanted else ast.And()
    return ast.copy_location(ast.BoolOp(operator, [node, ast.copy_location(ast.Constant(wanted), node)]), node)


def _falsify_inside(node, wanted, below, tools):
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inside = _falsify_inside(node.operand, not wanted, below, tools)
        return None if inside is None else _replaced(node, operand=inside)
    if isinstance(node, ast.Call):
        return _falsify_call(node, wanted, below, tools)
    if wanted:
        return None
    if isinstance(node, ast.Compare):
        return _falsify_comparison(node, below, tools)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        inside = _falsify_inside(node.values[-1], False, below, tools)
        return None if inside is None else _replaced(node, values=[*node.values[:-1], inside])
    return None


def _falsify_comparison(node, below, tools):
    operator, right = node.ops[-1], node.comparators[-1]
    if type(operator) in _ORDERS and is_literal(right) and isinstance(right, (ast.Constant, ast.UnaryOp)):
        try:
            limit = beyond(ast.literal_eval(right), _ORDERS[type(operator)], below)
        except Exception:
            return None
        return _replaced(node, comparators=[*node.comparators[:-1], ast.copy_location(ast.Constant(limit), right)])
    if len(node.ops) > 1 or type(operator) not in _PAIRS:
        return None
    left = node.left
    if isinstance(operator, ast.Eq) and is_literal(right) != is_literal(left):
        if is_literal(right):
            return _replaced(node, comparators=[other_literal(right, below)])
        return _replaced(node, left=other_literal(left, below))
    if isinstance(operator, ast.In) and isinstance(left, ast.Constant) and type(left.value) is str:
        return _replaced(node, left=ast.copy_location(ast.Constant(draw_word(below)), left))
    return tools.compare(_PAIRS[type(operator)], node, left, right)


def _falsify_call(node, wanted, below, tools):
    name = assertion_name(node)
    if name in LOOKS:
        return tools.look(name, node, wanted)
    if wanted:
        return None
    if name == "isinstance" and len(node.args) == 2:
        return _replaced(node, args=[node.args[0], tools.another_class(node)])
    is_method = isinstance(node.func, ast.Attribute) and not node.args
    if name in ("all", "any") and is_method and isinstance(node.func.value, ast.Compare):
        inside = _falsify_comparison(node.func.value, below, tools)
        return None if inside is None else _replaced(node, func=_replaced(node.func, value=inside))
    if name in ("all", "any") and len(node.args) == 1:
        argument = node.args[0]
        if isinstance(argument, (ast.GeneratorExp, ast.ListComp)):
            inside = falsify(argument.elt, False, below, tools)
            return tools.within(inside, lambda elt: _replaced(node, args=[_replaced(argument, elt=elt)]))
        if isinstance(argument, ast.Compare) and isinstance(node.func, ast.Attribute):
            inside = _falsify_comparison(argument, below, tools)
            return None if inside is None else _replaced(node, args=[inside])
    return None


def _replaced(node, **fields):
    """A copy of a node with other fields."""
    own = {name: getattr(node, name) for name in node._fields if hasattr(node, name)}
    return ast.copy_location(type(node)(**{**own, **fields}), node)
