"""Keeps watch over the test class: what decides a test must come from the test source or from a library.

The solution shares a module with the tests and runs while they run, so it can put functions of its own onto the test
class, or have the class made on a base of its own. Every function carries the place it was compiled from: that of the
solution's is known.
"""

import builtins
import sys
import types
import unittest

from .expected_tests import CLASS_NAME
from .reporter import PROGRAM_FILE

MODULE_NAME = "__test__"
_MODULE_FIXTURES = ("setUpModule", "tearDownModule")
# What Python and unittest themselves put onto every test class.
_HOUSEKEEPING = frozenset(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __annotate__ __annotate_func__ __parameters__"
    " __orig_bases__ __firstlineno__ __static_attributes__ __slots__ __classcell__ __hash__ __abstractmethods__ _abc_impl"
    " __annotations_cache__ _classSetupFailed _class_cleanups __type_params__".split()
)
_DEEPEST_WRAPPING = 20


def create_guard(compiled, first_test_line, expected, differences):
    """A watch over one program. Its findings are names, in the order of finding."""
    findings = []
    own_codes, methods = _codes_of_tests(compiled, first_test_line, expected)
    mro_of, names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
    trusted = (object, unittest.TestCase, unittest.IsolatedAsyncioTestCase)
    seen = {"class": None, "module": None, "tests": {}}

    def find(name):
        if name not in findings:
            findings.append(name)

    def is_foreign_code(code):
        """Whether code was compiled from the solution, or at run time."""
        if id(code) in own_codes:
            return False
        return code.co_filename == PROGRAM_FILE or code.co_filename.startswith("<string")

    def is_foreign(value):
        """Whether the solution made it: a function, a class or an object of such a class."""
        if type(value) is types.FunctionType and is_foreign_code(value.__code__):
            return True
        value = _unwrap(value)
        if type(value) is types.FunctionType:
            return is_foreign_code(value.__code__)
        cls = value if isinstance(value, type) else type(value)
        return any(
            type(member) is types.FunctionType and is_foreign_code(member.__code__)
            for base in mro_of(cls)
            for value in list(names_of(base).values())
            for member in (value, _unwrap(value))
        )

    def decides(name):
        return name.startswith(("test", "__getattr", "__unittest_")) or hasattr(unittest.TestCase, name)

    def start(module, test_class):
        """The module has run, the tests have not."""
        seen["module"], seen["class"] = module, test_class
        seen["tests"] = {name: getattr(test_class, name, None) for name in expected.required}
        look_at_module()
        look_at_class()
        for name in differences():
            find(name)

    def look():
        """Between tests: an honest test may have patched something for all of them, the solution may not."""
        look_at_class()
        for name in differences(is_foreign):
            find(name)

    def look_at_module():
        names = seen["module"].__dict__
        for name in _MODULE_FIXTURES:
            if name in names and (type(names[name]) is not types.FunctionType or is_foreign(names[name])):
                find("module.%s" % name)
        if sys.modules.get(MODULE_NAME) is not seen["module"] or names.get(CLASS_NAME) is not seen["class"]:
            find("module.%s" % CLASS_NAME)
        if names.get("__builtins__") is not builtins:
            find("module.__builtins__")

    def look_at_class():
        test_class = seen["class"]
        if type(test_class) is not type and is_foreign(type(test_class)):
            find("%s.metaclass" % CLASS_NAME)
        for cls in mro_of(test_class):
            if cls not in trusted:
                look_at_names(names_of(cls), cls is test_class)
        names = names_of(test_class)
        if names.get("__module__") != MODULE_NAME:
            find("%s.__module__" % CLASS_NAME)
        for name, value in seen["tests"].items():
            if getattr(test_class, name, None) is not value:
                find("%s.%s" % (CLASS_NAME, name))

    def look_at_names(names, is_test_class):
        for name, value in list(names.items()):
            if name in _HOUSEKEEPING or not decides(name):
                continue
            if is_test_class and name not in expected.defined and not name.startswith("test"):
                find("%s.%s" % (CLASS_NAME, name))
            elif is_foreign(value):
                find("%s.%s" % (CLASS_NAME, name))
            elif is_test_class and name in expected.plain and id(getattr(value, "__code__", None)) not in methods.get(name, ()):
                find("%s.%s" % (CLASS_NAME, name))

    def look_at_test(test):
        """A test that says it has passed."""
        if type(test) is not seen["class"]:
            find("another class of tests")
        for name in list(vars(test)):
            if name.startswith(("assert", "fail", "run", "_call", "_baseAssert")) or name in methods:
                find("%s.%s of a test" % (CLASS_NAME, name))
        outcome = vars(test).get("_outcome")
        if outcome is None or outcome.expectedFailure is not None:
            find("a failure declared to be expected")

    return types.SimpleNamespace(
        find=find,
        findings=findings,
        start=start,
        look=look,
        look_at_class=look_at_class,
        look_at_module=look_at_module,
        look_at_test=look_at_test,
        may_expect_failures=expected.may_expect_failures,
    )


def _unwrap(value):
    """The function inside a class method, a static method, a property or a decorator that keeps to the customs."""
    for _ in range(_DEEPEST_WRAPPING):
        if type(value) in (classmethod, staticmethod):
            value = value.__func__
        elif type(value) is property:
            value = value.fget
        elif type(value) is types.FunctionType and "__wrapped__" in vars(value):
            value = vars(value)["__wrapped__"]
        else:
            break
    return value


def _codes_of_tests(compiled, first_test_line, expected):
    """(identities of all code compiled from the tests, identities of the code of each method by name)"""
    everything, methods = set(), {}
    waiting = [compiled]
    while waiting:
        code = waiting.pop()
        children = [constant for constant in code.co_consts if type(constant) is types.CodeType]
        waiting += children
        for child in children:
            if child.co_firstlineno < first_test_line:
                continue
            everything.add(id(child))
            if code.co_name in expected.classes:
                methods.setdefault(child.co_name, set()).add(id(child))
    return everything, methods
