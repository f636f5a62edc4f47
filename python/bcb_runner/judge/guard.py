"""Keeps watch over the test class: what decides a test is the genuine unittest and the test source, by identity.

The solution shares a module with the tests and runs while they run, so it can put functions of its own onto the test
class, or have the class made on a base of its own. Nothing here runs code of the objects it looks at.
"""

import builtins
import functools
import sys
import types
import unittest

from .expected_tests import CLASS_NAME
from .whose import MADE, PROGRAM

MODULE_NAME = "__test__"
_MODULE_FIXTURES = ("setUpModule", "tearDownModule")
# What Python and unittest themselves put onto every test class.
_HOUSEKEEPING = frozenset(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __annotate__ __annotate_func__ __parameters__"
    " __orig_bases__ __firstlineno__ __static_attributes__ __slots__ __classcell__ __hash__ __abstractmethods__ _abc_impl"
    " __annotations_cache__ _classSetupFailed _class_cleanups __type_params__".split()
)
# What unittest itself keeps on a test case, and what tests are meant to set there.
_CASE_NAMES = frozenset(
    "_testMethodName _outcome _testMethodDoc _cleanups _subtest _type_equality_funcs maxDiff longMessage _diffThreshold"
    " failureException _asyncioRunner _asyncioTestContext _asyncioTestLoop _asyncioCallsQueue".split()
)
_DEEPEST_WRAPPING = 20


def create_guard(compiled, first_test_line, expected, image, create_label):
    """A watch over one program. image: what existed before it; create_label: tells whose code is whose (whose.py)."""
    own_codes, methods = _codes_of_tests(compiled, first_test_line, expected)
    label = create_label(own_codes)
    mro_of, names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
    space_of = object.__getattribute__
    trusted = (object, unittest.TestCase, unittest.IsolatedAsyncioTestCase)
    outcome_class = unittest.case._Outcome
    seen = types.SimpleNamespace(
        cls=None, own=[], values=None, module=None, names={}, tests={}, result=None, result_names={}, equality={}, find=None
    )

    def is_foreign_code(code):
        """Whether code was compiled from the solution, at run time, or comes from a file that is no library's."""
        return label(code) in (PROGRAM, MADE)

    def is_foreign(value):
        """Whether the solution made it: a function, a class or an object of such a class."""
        if type(value) is types.FunctionType and is_foreign_code(value.__code__):
            return True
        value = _unwrap(value)
        if type(value) is types.FunctionType:
            return is_foreign_code(value.__code__)
        if type(value) is functools.partial:
            return is_foreign(value.func)
        cls = value if type in mro_of(type(value)) else type(value)
        return any(
            type(member) is types.FunctionType and is_foreign_code(member.__code__)
            for base in mro_of(cls)
            for value in list(names_of(base).values())
            for member in (value, _unwrap(value))
        )

    def is_of_library(cls):
        """Also one that was imported while the program ran."""
        return image.has(cls) or names_of(cls).get("__module__") != MODULE_NAME and not is_foreign(cls)

    def decides(name):
        return name.startswith(("test", "__getattr", "__unittest_")) or name in _NAMES_OF_CASES

    def start(module, test_class, find):
        """The module has run, the tests have not."""
        seen.module, seen.cls, seen.find = module, test_class, find
        seen.names = types.ModuleType.__dict__["__dict__"].__get__(module)
        seen.tests = {name: _lookup(test_class, name) for name in expected.required}
        seen.own = [cls for cls in mro_of(test_class) if cls not in trusted and not is_of_library(cls)]
        look_at_module()
        look_at_bases()
        look_at_class()

    def watch_result(result):
        seen.result, seen.result_names = result, dict(space_of(result, "__dict__"))

    def look_at_module():
        names = seen.names
        for name in _MODULE_FIXTURES:
            if name in names and (type(names[name]) is not types.FunctionType or is_foreign(names[name])):
                seen.find("module.%s" % name)
        if sys.modules.get(MODULE_NAME) is not seen.module or names.get(CLASS_NAME) is not seen.cls:
            seen.find("module.%s" % CLASS_NAME)
        if names.get("__builtins__") is not builtins:
            seen.find("module.__builtins__")

    def look_at_bases():
        """Genuine classes of unittest and of libraries, and each class of the test source at most once."""
        unseen = set(expected.classes)
        for cls in mro_of(seen.cls):
            if cls in trusted or is_of_library(cls):
                continue
            names = names_of(cls)
            name = type.__dict__["__name__"].__get__(cls)
            if name not in unseen or names.get("__module__") != MODULE_NAME:
                seen.find("%s.__mro__" % CLASS_NAME)
            unseen.discard(name)

    def look_at_class():
        # Other code for its functions is noticed by the judge.
        values = [id(value) for cls in seen.own for value in names_of(cls).values()]
        if values == seen.values:
            return
        seen.values = values
        test_class = seen.cls
        if type(test_class) is not type and not is_of_library(type(test_class)):
            seen.find("%s.metaclass" % CLASS_NAME)
        for cls in mro_of(test_class):
            if cls not in trusted:
                look_at_names(names_of(cls), not is_of_library(cls), cls is test_class)
        if names_of(test_class).get("__module__") != MODULE_NAME:
            seen.find("%s.__module__" % CLASS_NAME)
        for name, value in seen.tests.items():
            if _lookup(test_class, name) is not value:
                seen.find("%s.%s" % (CLASS_NAME, name))

    def look_at_names(names, is_of_tests, is_test_class):
        for name, value in list(names.items()):
            if type(name) is not str or name in _HOUSEKEEPING or not decides(name):
                continue
            if is_of_tests and name not in expected.defined and not name.startswith("test"):
                seen.find("%s.%s" % (CLASS_NAME, name))
            elif is_foreign(value):
                seen.find("%s.%s" % (CLASS_NAME, name))
            elif is_test_class and name in expected.plain:
                if type(value) is not types.FunctionType or id(value.__code__) not in methods.get(name, ()):
                    seen.find("%s.%s" % (CLASS_NAME, name))

    def begin_test(test):
        names = space_of(test, "__dict__")
        functions = names.get("_type_equality_funcs")
        seen.equality = dict(functions) if type(functions) is dict else {}

    def look_at_test(test):
        """A test that says it has passed; gives its name."""
        if type(test) is not seen.cls:
            seen.find("another class of tests")
            return ""
        names = space_of(test, "__dict__")
        for name in list(names):
            if type(name) is str and name not in _CASE_NAMES and (name in _NAMES_OF_OWN or name in methods):
                seen.find("%s.%s of a test" % (CLASS_NAME, name))
        outcome = names.get("_outcome")
        if type(outcome) is not outcome_class:
            seen.find("%s._outcome of a test" % CLASS_NAME)
        elif space_of(outcome, "__dict__").get("expectedFailure") is not None and not expected.may_expect_failures:
            seen.find("a failure declared to be expected")
        functions = names.get("_type_equality_funcs")
        if type(functions) is not dict or _is_other(functions, seen.equality):
            seen.find("%s.addTypeEqualityFunc of a test" % CLASS_NAME)
        if names.get("failureException", AssertionError) is not AssertionError:
            seen.find("%s.failureException of a test" % CLASS_NAME)
        name = names.get("_testMethodName")
        return name if type(name) is str else ""

    def look_at_result():
        names = space_of(seen.result, "__dict__")
        for name, value in seen.result_names.items():
            if callable(value) and names.get(name) is not value:
                seen.find("result.%s" % name)
        if type(seen.result) is not unittest.TestResult:
            seen.find("result.__class__")

    return types.SimpleNamespace(
        is_foreign=is_foreign,
        is_of_tests=lambda value: type(value) is types.FunctionType and id(value.__code__) in own_codes,
        start=start,
        watch_result=watch_result,
        begin_test=begin_test,
        look_at_class=look_at_class,
        look_at_module=look_at_module,
        look_at_result=look_at_result,
        look_at_test=look_at_test,
        may_expect_failures=expected.may_expect_failures,
    )


_NAMES_OF_CASES = frozenset(dir(unittest.TestCase))
_NAMES_OF_OWN = _NAMES_OF_CASES - frozenset(dir(object))


def _lookup(cls, name):
    """An attribute of a class as it is stored, without anybody answering for it."""
    for base in type.__dict__["__mro__"].__get__(cls):
        names = type.__dict__["__dict__"].__get__(base)
        if name in names:
            return names[name]
    return None


def _is_other(space, kept):
    return len(space) != len(kept) or any(space.get(key) is not value for key, value in kept.items())


def _unwrap(value):
    """The function inside a class method, a static method, a property or a decorator that keeps to the customs."""
    for _ in range(_DEEPEST_WRAPPING):
        if type(value) in (classmethod, staticmethod, types.MethodType):
            value = value.__func__
        elif type(value) is property:
            value = value.fget
        elif type(value) is types.FunctionType and "__wrapped__" in value.__dict__:
            value = value.__dict__["__wrapped__"]
        else:
            break
    return value


def _codes_of_tests(compiled, first_test_line, expected):
    """({identity: code compiled from the tests}, identities of the code of each method by name)"""
    everything, methods = {}, {}
    waiting = [compiled]
    while waiting:
        code = waiting.pop()
        children = [constant for constant in code.co_consts if type(constant) is types.CodeType]
        waiting += children
        for child in children:
            if child.co_firstlineno < first_test_line:
                continue
            everything[id(child)] = child
            if code.co_name in expected.classes:
                methods.setdefault(child.co_name, set()).add(id(child))
    return everything, methods
