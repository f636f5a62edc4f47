"""What a twin calls that stands in no text: objects that enter its code as constants.

No name of the module, no global and no line tells a twin from the real tests. The functions here run inside the test, on
values of the program: they hold nothing that a program could use.
"""

import ast
import operator
from contextlib import suppress
from functools import partial
from types import SimpleNamespace

from .claims import another_class, false_claim, false_look, other_of_two, out_of_order, outside, true_look
from .values import Inapplicable, hides_elements, other
from ..reporter import CALLS, REACHED

_MARK = "\x00twin"
# How often a claim is falsified before it counts as one that can fail: lies may be about a part of an answer only.
_TRIALS = 4
# What a claim asks a value for, besides methods that the test calls.
_LOOKING = ("__eq__", "__ne__", "__len__", "__contains__", "__iter__", "__getitem__", "__bool__")
# A test that calls something a million times calls the same thing.
_TOLD_CALLS = 5000
_OPERATORS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def create_toolbox(below, is_sure, audit):
    """is_sure: nothing is tried out; audit: tells the judge.

    constants: objects by placeholder; asked: which types were asked for which names; the other lists: what else was
    noticed while the twin ran.
    """
    constants, touched, silent, own, posing, hiding, asked = {}, [], [], [], [], [], {}
    told = []

    def reach(site):
        touched.append(site.id)
        audit(REACHED)

    def constant(value, place):
        key = "%s%d" % (_MARK, len(constants))
        constants[key] = value
        return ast.copy_location(ast.Constant(key), place)

    def call(function, arguments, place):
        return ast.copy_location(ast.Call(constant(function, place), arguments, []), place)

    def for_site(site):
        return _tools_of(site, below, call, constant, reach, silent, hiding)

    def probe(site):
        """`function(…)` becomes `probing(function)(…)`: the claim must hold, and must not hold when it is falsified."""

        def probing(function):
            def check(*arguments, **keywords):
                if site.name == "assertIsInstance":
                    look_at_class(*arguments[:2])
                try_claim(site, function, arguments, keywords)
                return function(*arguments, **keywords)

            return check

        return probing

    def try_claim(site, function, arguments, keywords):
        hiding.extend(type(value) for value in arguments if hides_elements(value))
        asked.update(((id(type(value)), name), type(value)) for value in arguments for name in _LOOKING)
        if any(hasattr(type(value), "__next__") for value in arguments):
            return  # can be looked at once only
        reach(site)
        for trial in range(_TRIALS):
            if _holds_falsified(site.name, function, arguments, keywords, below, trial % 2):
                silent.append(site.id)
                return

    def lie(site):
        """`function(…)` becomes `lying(function)(…)`: the same claim, falsified."""

        def lying(function):
            def claim(*arguments, **keywords):
                reach(site)
                if site.name == "assertIsInstance":
                    look_at_class(*arguments[:2])
                if is_sure:
                    return _fail(function)
                try_claim(site, function, arguments, keywords)
                try:
                    call = false_claim(site.name, function, arguments, keywords, below)
                except Exception:
                    return _fail(function)
                return call[0](*call[1], **call[2])

            return claim

        return lying

    def notice(site, place):
        """A statement that tells that the site was reached."""
        return ast.copy_location(ast.Expr(call(partial(reach, site), [], place)), place)

    def get(owner, name):
        """`owner.name`, for a method that is called. One that an object has of its own is remembered."""
        value = getattr(owner, name)
        names = getattr(owner, "__dict__", None)
        if type(names) is dict and name in names:
            own.append((type(owner), name, names[name]))
        asked[id(type(owner)), name] = type(owner)
        tell_call(owner, name, value)
        return value

    def tell_call(*call):
        if len(told) < _TOLD_CALLS:
            told.append(None)
            audit(CALLS, *call)

    def built_in(name, value):
        """A function of this name, which is about to be called."""
        tell_call(None, name, value)
        return value

    def is_instance(value, kinds):
        look_at_class(value, kinds)
        return isinstance(value, kinds)

    def look_at_class(value, kinds):
        """A value that says it is of a class which its type does not have is remembered."""
        try:
            if isinstance(value, kinds) and not issubclass(type(value), kinds):
                posing.append(type(value))
        except TypeError:
            pass

    def swallower(place):
        return constant(suppress(BaseException), place)

    return SimpleNamespace(
        constants=constants,
        touched=touched,
        silent=silent,
        own=own,
        posing=posing,
        hiding=hiding,
        asked=asked,
        get=get,
        built_in=built_in,
        is_instance=is_instance,
        call=call,
        constant=constant,
        for_site=for_site,
        probe=probe,
        lie=lie,
        notice=notice,
        swallower=swallower,
    )


def put_constants(code, constants):
    """Code in which each placeholder is the object it stands for."""
    replaced = tuple(
        put_constants(value, constants)
        if type(value) is type(code)
        else constants.get(value, value)
        if type(value) is str
        else value
        for value in code.co_consts
    )
    return code.replace(co_consts=replaced)


def _tools_of(site, below, call, constant, reach, silent, hiding):
    def look(name, place, wanted):
        def looking(function):
            def find(*arguments, **keywords):
                reach(site)
                hiding.extend(type(value) for value in arguments if hides_elements(value))
                try:
                    if wanted:
                        return function(*true_look(name, arguments), **keywords)
                    return try_looks(function, arguments, keywords)
                except Inapplicable:
                    return wanted

            def try_looks(*call):
                """The last of several looks that must find nothing; the first that finds something is remembered."""
                for _ in range(_TRIALS):
                    looking, values, options = false_look(name, *call, below)
                    seen = looking(*values, **options)
                    if _is_true(seen):
                        silent.append(site.id)
                        break
                return seen

            return find

        return ast.copy_location(ast.Call(call(looking, [place.func], place), place.args, place.keywords), place)

    def compare(sign, place, left, right):
        def comparing(left, right):
            reach(site)
            seen = False
            for trial in range(_TRIALS):
                try:
                    first, second = _false_operands(sign, left, right, below, trial % 2)
                except Inapplicable:
                    return False
                seen = first in second if sign == "in" else _OPERATORS[sign](first, second)
                if _is_true(seen):
                    silent.append(site.id)
                    break
            return seen

        return call(comparing, [left, right], place)

    def within(inside, build):
        """`build(inside)`, where `inside` may be evaluated never, as in a loop over nothing: then it comes out as false."""
        seen = []

        def noticing(value):
            seen[:] = [True]
            reach(site)
            return value

        def settling(value):
            if seen:
                return value
            reach(site)
            return False

        tools.is_noticing = True
        return call(settling, [build(call(noticing, [inside], inside))], inside)

    tools = SimpleNamespace(
        is_noticing=False,
        look=look,
        compare=compare,
        within=within,
        another_class=lambda place: constant(another_class(below), place),
    )
    return tools


def _is_true(value):
    try:
        return bool(value)
    except Exception:
        return False  # an array of more than one element: whoever asked will look into it


def _false_operands(sign, left, right, below, side):
    if sign == "==":
        return other_of_two(left, right, other, below, side)
    if sign == "!=":
        return left, left
    if sign == "in":
        return outside(left, right, below, side)
    return out_of_order(left, right, sign in (">", ">="), below)


def _holds_falsified(name, function, arguments, keywords, below, side):
    """Whether a falsified claim is accepted. What cannot be told counts as no."""
    try:
        call = false_claim(name, function, arguments, keywords, below, side)
    except Exception:
        return False
    try:
        call[0](*call[1], **call[2])
    except BaseException:
        return False
    return True


def _fail(function):
    """Fails by whatever judges here; a function of a library has no test case to fail with."""
    case = getattr(function, "__self__", None)
    if hasattr(case, "assertTrue"):
        return case.assertTrue(False)
    raise AssertionError
