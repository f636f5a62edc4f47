"""Another literal in the text of a test: a program that reads its answers out of the tests reads the wrong ones."""

import ast

from .values import far, other


def is_literal(node):
    """Whether a node is a constant, a signed number, or a collection of such."""
    if isinstance(node, ast.Constant):
        return node.value is not Ellipsis
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.USub, ast.UAdd)) and isinstance(node.operand, ast.Constant)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(is_literal(item) for item in node.elts)
    if isinstance(node, ast.Dict):
        return all(key is not None and is_literal(key) for key in node.keys) and all(map(is_literal, node.values))
    return False


def other_literal(node, below, is_far=False):
    """A literal of the same shape with one other constant in it, or one that is far away."""
    if isinstance(node, (ast.Constant, ast.UnaryOp)):
        value = ast.literal_eval(node)
        return ast.copy_location(ast.Constant(far(value, below) if is_far else other(value, below)), node)
    items = node.values if isinstance(node, ast.Dict) else node.elts
    if not items:
        added = ast.copy_location(ast.Constant(other("", below)), node)
        if isinstance(node, ast.Dict):
            return ast.copy_location(ast.Dict([added], [added]), node)
        return _with_items(node, [added])
    chosen = below(len(items))
    changed = [other_literal(item, below, is_far) if index == chosen else item for index, item in enumerate(items)]
    return _with_items(node, changed)


def find_named_literals(statements):
    """{identity of a name that is read: the assignment of a literal to it}, of names written once and read once."""
    found = {}
    for function in (node for statement in statements for node in ast.walk(statement)):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        nodes = list(ast.walk(function))
        uses = {}
        for node in nodes:
            if isinstance(node, ast.Name):
                uses.setdefault(node.id, []).append(node)
        for node in nodes:
            if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and is_literal(node.value)):
                continue
            used = uses[node.targets[0].id]
            read = [name for name in used if isinstance(name.ctx, ast.Load)]
            if len(node.targets) == len(read) == 1 and len(used) == 2:
                found[id(read[0])] = node
    return found


def _with_items(node, items):
    if isinstance(node, ast.Dict):
        return ast.copy_location(ast.Dict(node.keys, items), node)
    fields = {} if isinstance(node, ast.Set) else {"ctx": node.ctx}
    return ast.copy_location(type(node)(elts=items, **fields), node)
