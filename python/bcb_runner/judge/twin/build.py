"""From the syntax tree of a program to its twin: one assertion of each test method is false, all else is as it was."""

import ast
import builtins
import warnings
from types import SimpleNamespace

from .conditions import absolute, falsify
from .draw import create_draw, draw_word
from .literals import find_named_literals, is_literal, other_literal
from .sites import find_sites
from .tools import create_toolbox, put_constants
from .values import beyond

_PAIRS = frozenset(
    "assertEqual assertEquals assertListEqual assertTupleEqual assertDictEqual assertSetEqual assertSequenceEqual"
    " assertMultiLineEqual assertCountEqual assertAlmostEqual assertAlmostEquals assert_allclose assert_almost_equal"
    " assert_array_almost_equal assert_array_equal assert_equal".split()
)
_CLOSE = frozenset(name for name in _PAIRS if "lmost" in name or "close" in name)
_ORDERS = {"assertGreater": True, "assertGreaterEqual": True, "assertLess": False, "assertLessEqual": False}
_BUILT_IN = frozenset(name for name, value in vars(builtins).items() if callable(value) and not isinstance(value, type))
# Where a value can lie. What only looks at its class, or at whether it is there, is drawn less often.
_LIKELY, _UNLIKELY = 5, 1
_SHALLOW = frozenset(
    "assertIsInstance assertNotIsInstance assertIsNone assertIsNotNone assertRaises assertRaisesRegex".split()
)


def compile_twin(program, filename, first_test_line, order, audit):
    """Compiles a twin of a program. order: {"seed": text, "exclude": ids of sites, "sure": whether only what leaves no doubt}.

    Gives code, sites (by test method: the one that was falsified, or None), and what is noticed while it runs.
    """
    tree = ast.parse(program, filename)
    below = create_draw(order["seed"])
    tests = [node for node in tree.body if node.lineno >= first_test_line]
    sites, by_test = find_sites(tests)
    excluded = frozenset(order.get("exclude", ()))
    chosen = {}
    for name, candidates in sorted(by_test.items()):
        chosen[name] = _choose([site for site in candidates if site.id not in excluded], below)
    false_ids = {site.id for site in chosen.values() if site is not None}
    toolbox = create_toolbox(below, bool(order.get("sure")), audit)
    named = find_named_literals(tests)
    replacements = {}
    for site in sites:
        is_sure = bool(order.get("sure"))
        if site.id in false_ids:
            replacements.setdefault(id(site.node), []).append(_false_statements(site, is_sure, below, toolbox, named))
        elif site.form == "call" and not is_sure and site.id not in excluded:
            replacements.setdefault(id(site.node), []).append(_probing(site, toolbox))
    replacing = _Replacing(replacements, toolbox)
    tree.body = [replacing.visit(node) if node.lineno >= first_test_line else node for node in tree.body]
    ast.fix_missing_locations(tree)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a constant that is called looks like a missing comma
        code = compile(tree, filename, "exec", dont_inherit=True)
    return SimpleNamespace(
        code=put_constants(code, toolbox.constants),
        chosen=chosen,
        false_lines=[(site.first_line, site.last_line) for site in sites if site.id in false_ids],
        touched=toolbox.touched,
        silent=toolbox.silent,
        own=toolbox.own,
        posing=toolbox.posing,
        hiding=toolbox.hiding,
        asked=toolbox.asked,
    )


def _choose(candidates, below):
    if not candidates:
        return None
    weights = [_UNLIKELY if site.name in _SHALLOW else _LIKELY for site in candidates]
    ticket = below(sum(weights))
    for site, weight in zip(candidates, weights):
        ticket -= weight
        if ticket < 0:
            return site
    return candidates[-1]


def _false_statements(site, is_sure, below, toolbox, named):
    """A function from the statement to those that take its place."""

    def of(node):
        if site.form == "with":
            return _false_context(site, node, toolbox)
        tools = toolbox.for_site(site)
        if site.form == "assert":
            node.test = absolute(node.test, False) if is_sure else falsify(node.test, False, below, tools)
        elif site.name in ("assertTrue", "assertFalse") and node.value.args:
            wanted = site.name == "assertFalse"
            condition = node.value.args[0]
            node.value.args[0] = (
                absolute(condition, wanted) if is_sure else falsify(condition, wanted, below, tools)
            )
        elif is_sure or not _change_literal(site.name, node.value, below, named):
            node.value = ast.copy_location(
                ast.Call(
                    toolbox.call(toolbox.lie(site), [node.value.func], node.value), node.value.args, node.value.keywords
                ),
                node.value,
            )
            return [node]
        return [node] if tools.is_noticing else [toolbox.notice(site, node), node]

    return of


def _probing(site, toolbox):
    def of(node):
        call = node.value
        node.value = ast.copy_location(
            ast.Call(toolbox.call(toolbox.probe(site), [call.func], call), call.args, call.keywords), call
        )
        return [node]

    return of


def _false_context(site, node, toolbox):
    call = site.item.context_expr
    if site.name.startswith("assertRaises"):
        inner = ast.With(items=[ast.withitem(toolbox.swallower(call))], body=node.body)
        node.body = [ast.copy_location(inner, node)]
    else:
        site.item.context_expr = ast.copy_location(
            ast.Call(toolbox.call(toolbox.lie(site), [call.func], call), call.args, call.keywords), call
        )
    return [toolbox.notice(site, node), node]


def _change_literal(name, call, below, named):
    """Whether the expected value was written into the call, or given a name just before, and is now another one."""
    arguments = call.args
    if len(arguments) < 2 or any(isinstance(argument, ast.Starred) for argument in arguments[:2]):
        return False
    literal = [is_literal(argument) for argument in arguments[:2]]
    given = [named.get(id(argument)) for argument in arguments[:2]]
    if name in _PAIRS and not any(literal) and (given[0] is None) != (given[1] is None):
        assignment = given[0] or given[1]
        assignment.value = other_literal(assignment.value, below, is_far=name in _CLOSE)
        return True
    if name in _PAIRS and literal[0] != literal[1]:
        index = 0 if literal[0] else 1
        arguments[index] = other_literal(arguments[index], below, is_far=name in _CLOSE)
        return True
    if name in _ORDERS and literal == [False, True] and isinstance(arguments[1], (ast.Constant, ast.UnaryOp)):
        try:
            limit = beyond(ast.literal_eval(arguments[1]), _ORDERS[name], below)
        except Exception:
            return False
        arguments[1] = ast.copy_location(ast.Constant(limit), arguments[1])
        return True
    if name == "assertIn" and isinstance(arguments[0], ast.Constant) and type(arguments[0].value) is str:
        arguments[0] = ast.copy_location(ast.Constant(draw_word(below)), arguments[0])
        return True
    return False


class _Replacing(ast.NodeTransformer):
    """Puts statements in the place of others, and looks on where a method is called."""

    def __init__(self, replacements, toolbox):
        self._replacements, self._toolbox = replacements, toolbox

    def visit(self, node):
        statements = [node]
        for change in self._replacements.pop(id(node), ()):
            *before, last = change(statements[-1])
            statements[-1:] = [*before, last]
        for statement in statements:
            self.generic_visit(statement)
        if isinstance(node, ast.Call):
            node.func = self._watched(node.func)
        return statements if len(statements) > 1 else node

    def _watched(self, func):
        if isinstance(func, ast.Name) and func.id == "isinstance":
            return self._toolbox.constant(self._toolbox.is_instance, func)
        if isinstance(func, ast.Name) and func.id in _BUILT_IN:
            return self._toolbox.call(self._toolbox.built_in, [ast.copy_location(ast.Constant(func.id), func), func], func)
        is_method = isinstance(func, ast.Attribute) and not func.attr.startswith(("__", "assert"))
        if not is_method or isinstance(func.value, ast.Name) and func.value.id in ("self", "cls"):
            return func
        name = ast.copy_location(ast.Constant(func.attr), func)
        return self._toolbox.call(self._toolbox.get, [func.value, name], func)
