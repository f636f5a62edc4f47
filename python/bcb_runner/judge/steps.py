"""The steps that code which looks around in the interpreter must begin with, noticed by audit events.

A step is told by what happened and by the two innermost functions on the stack. Honest programs take thousands of such
steps through libraries: those that were seen are kept in `known-steps.txt` (with `*` where any library may be the outer
one) and say nothing. What a test source does itself is its own business.
"""

import os
import sys

from .stack import caller, code_of

_ATTRIBUTES = ("object.__getattr__", "object.__setattr__", "object.__delattr__")
_PLAIN = (
    "sys._getframe sys._getframemodulename sys._current_frames sys._current_exceptions sys.settrace sys.setprofile"
    " sys.monitoring.register_callback gc.get_objects gc.get_referrers gc.get_referents code.__new__ function.__new__"
    " ctypes.dlopen ctypes.dlsym ctypes.cdata ctypes.cdata/buffer ctypes.addressof ctypes.string_at ctypes.wstring_at"
    " ctypes.call_function ctypes.PyObj_FromPtr marshal.loads marshal.load cpython.run_interactivehook"
).split()
# Modules that nobody needs who does not look into running code.
_MODULES = frozenset("bdb pdb dis code codeop trace ctypes _ctypes marshal _testcapi _testinternalcapi _xxsubinterpreters".split())
_DANGEROUS_HOMES = frozenset("os posix sys gc types inspect unittest ctypes _ctypes marshal code subprocess".split())
_DANGEROUS_BUILTINS = frozenset("exec eval compile __import__ setattr delattr vars globals locals".split())
_MEMORY_FILES = ("/mem", "/maps", "/smaps", "/pagemap", "/auxv")
_GENERATED = ("<__array_function__ internals>", "<decorator-gen", "<attrs generated", "<lambdifygenerated")
# Names under which only Python and some libraries compile.
_BORROWED = "a borrowed name"
OWN, TESTS, PROGRAM, MADE = "runner", "tests", "program", "made"

EVENTS = frozenset([*_ATTRIBUTES, *_PLAIN, "import", "pickle.find_class", "open", "compile"])


def load_known_steps():
    with open(os.path.join(os.path.dirname(__file__), "known-steps.txt"), encoding="utf-8") as file:
        return frozenset(line.rstrip("\n") for line in file if not line.startswith("#"))


def library_roots():
    """Folders that libraries come from, the longest first."""
    folders = {path for path in sys.path if path.endswith("-packages")}
    return sorted({os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, *folders}, key=len, reverse=True)


def create_labels(program_file, own_codes, roots, test_codes):
    """A function from a code object to who it belongs to, or to `file:function` where a library has it.

    own_codes, test_codes: by identity.
    """
    # The code objects are kept: another one could get the address of one that is gone.
    known = {}

    def label(code):
        if id(code) in own_codes:
            return OWN
        if id(code) in test_codes:
            return TESTS
        entry = known.get(id(code))
        if entry is None:
            entry = known[id(code)] = (code, describe(code))
        return entry[1]

    def describe(code):
        path = code.co_filename
        if path == program_file:
            return PROGRAM
        if path.startswith("<frozen "):
            return "%s:%s" % (path[8:-1], code.co_name)
        if path.startswith(_GENERATED):
            return "%s:%s" % (path[:20], code.co_name)
        for root in roots:
            if path.startswith(root + "/"):
                return "%s:%s" % (path[len(root) + 1 :], code.co_name)
        return MADE

    return label


def create_watch(known_steps, label, is_test_method):
    """watch(event, arguments, tell, find): calls tell(step) where an event is an unknown step that the program took.

    Nobody looks into test methods on behalf of the program, by whatever library; and whoever compiles under a name that is
    not the program's to use wants to be taken for somebody else.
    """

    def watch(event, arguments, tell, find):  # called by the hook, which was called by whoever took the step
        detail = _detail_of(event, arguments)
        if detail is None:
            return
        frame = caller(2)
        inner = label(code_of(frame)) if frame is not None else MADE
        if detail == _BORROWED:
            return find("code under %s" % _BORROWED) if inner in (PROGRAM, MADE) else None
        outer = label(code_of(frame.f_back)) if frame is not None and frame.f_back is not None else OWN
        if inner in (OWN, TESTS) or event == "import" and inner not in (PROGRAM, MADE) and not _imports(frame, label):
            return
        step = "%s %s %s < %s" % (event, detail, inner, outer)
        is_known = step in known_steps or outer not in (PROGRAM, MADE) and step.replace(outer, "*") in known_steps
        is_about_tests = event in _ATTRIBUTES and is_test_method(arguments[0])
        if (is_about_tests or not is_known) and _on_whose_behalf(frame, label) not in (OWN, TESTS):
            tell(step)

    return watch


def _detail_of(event, arguments):
    """What the step was about, `-` where the event says it all; None where it is of no interest."""
    if event in _ATTRIBUTES:
        return _text(arguments[1])
    if event == "import":
        name = _text(arguments[0])
        return name if name in _MODULES else None
    if event == "open":
        path = arguments[0]
        return path if type(path) is str and path.startswith("/proc/") and path.endswith(_MEMORY_FILES) else None
    if event == "compile":
        name = arguments[1]
        name = bytes(name).decode("utf-8", "replace") if type(name) is bytes else _text(name)
        if name.startswith(("<frozen ", *_GENERATED)):
            return _BORROWED
        return None if name.startswith("<") or name == "None" else "a file name"
    if event == "pickle.find_class":
        home, name = _text(arguments[0]), _text(arguments[1])
        is_dangerous = home.partition(".")[0] in _DANGEROUS_HOMES or home == "builtins" and name in _DANGEROUS_BUILTINS
        return "%s.%s" % (home, name) if is_dangerous else None
    return "-"


def _text(value):
    return "".join((value,)) if str in type.__dict__["__mro__"].__get__(type(value)) else "?"


def _imports(frame, label):
    """Whether it is the program itself that imports, behind the machinery of imports."""
    while frame is not None:
        name = label(code_of(frame))
        if not name.startswith(("importlib", "zipimport")):
            return name in (PROGRAM, MADE)
        frame = frame.f_back
    return False


def _on_whose_behalf(frame, label):
    while frame is not None:
        name = label(code_of(frame))
        if name in (OWN, TESTS, PROGRAM, MADE):
            return name
        frame = frame.f_back
    return MADE
