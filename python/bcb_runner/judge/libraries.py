"""What a program changed in libraries, and what it put in the place of names that the tests use.

A change is `found` where the tests look with what was changed: they name it. Others are `noted`. Libraries change
themselves as well, when parts of them are loaded late: those changes are known (known-changes.txt).
"""

import builtins
import os
import re
import types

_HEAP_TYPE = 1 << 9
_BOUND = (types.BuiltinMethodType, types.MethodWrapperType)
_BUILT_IN = {name: value for name, value in vars(builtins).items() if not name.startswith("_")}
# None, and those that are used: ignore case, lines, dot matches all, verbose, ASCII.
_PATTERN_FLAGS = (0, 2, 8, 10, 16, 18, 24, 64, 256)


def load_known_changes():
    with open(os.path.join(os.path.dirname(__file__), "known-changes.txt"), encoding="utf-8") as file:
        return frozenset(line.rstrip("\n") for line in file if not line.startswith("#"))


def create_look_at_libraries(known_changes, image, guard, find_names_taken, space):
    """space: the names of the module that the program shares with the tests; find_names_taken: those the tests take from it."""
    mro_of, names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
    patterns = re._cache

    def look(find, note, may_be_patched=False, is_claim=False):
        """may_be_patched: a test is running, which may have put something else into place until it ends.

        is_claim: it is about to look at something; then whatever the program could have put there counts.
        """
        look_at_changes(find, note, may_be_patched, is_claim)
        look_at_names(find, note)
        look_at_patterns(find)

    def is_known(name):
        return name in known_changes or name.rpartition(".")[0] + ".*" in known_changes

    def look_at_changes(find, note, may_be_patched, is_claim):
        for name, before, now in image.changes():
            key = name.rpartition(".")[2]
            is_named = key in guard.names_used
            is_foreign = now is not image.ABSENT and (guard.is_foreign(now) or is_claim and is_named and is_odd(now))
            if _is_data(before) and _is_data(now):
                is_of_interest = is_named and is_foreign
            else:
                is_honest = may_be_patched or is_known(name) or _is_lazy(before) or is_left_by_tests(now)
                is_of_interest = is_foreign or not is_honest
            if is_of_interest:
                (find if is_named else note)("changed %s" % name)

    def is_odd(value):
        """Whether the program may have put it in the place of a function while a test runs, and no library did."""
        return guard.is_foreign(value) or _is_of_an_object(value) or guard.is_mock(type(value)) and not guard.may_leave_mocks

    def is_left_by_tests(value):
        """Tests may patch something and never put it back."""
        if guard.is_of_tests(value):
            return True
        return guard.may_leave_mocks and guard.is_mock(type(value))

    def look_at_names(find, note):
        """The tests share the names of the solution: built-ins and modules must be what they are called."""
        suspects = [name for name in guard.names_used if name in space and is_suspect(name, space[name])]
        for name in suspects and sorted(find_names_taken().intersection(suspects)):
            is_built_in = name in _BUILT_IN
            (find if is_built_in and guard.is_foreign(space[name]) else note)("shadowed %s" % name)

    def is_suspect(name, value):
        if name in _BUILT_IN:
            return value is not _BUILT_IN[name]
        return types.ModuleType in mro_of(type(value)) and not image.has_module(value)

    def look_at_call(find, owner, name, value):
        """What a test calls, at the moment when it does: some changes last no longer."""
        if owner is None:
            if value is not _BUILT_IN.get(name) and is_odd(value):
                find("shadowed %s" % name)
            return
        homes = [owner] if types.ModuleType in mro_of(type(owner)) else mro_of(type(owner))
        for home in homes:
            before, now = image.kept_of(home), names_in(home)
            if before is None or name not in now:
                continue
            old, new = before.get(name, image.ABSENT), now[name]
            if new is not old and old is not image.ABSENT and is_odd(new):
                find("changed %s" % name)
            return

    def names_in(home):
        return object.__getattribute__(home, "__dict__") if types.ModuleType in mro_of(type(home)) else names_of(home)

    def look_at_patterns(find):
        """Compiled patterns are kept by their text: one under the text of another answers for it."""
        for text in guard.texts_used:
            for flags in _PATTERN_FLAGS:
                pattern = patterns.get((str, text, flags))
                if pattern is not None and (type(pattern) is not re.Pattern or pattern.pattern != text):
                    find("re._cache")

    return types.SimpleNamespace(look=look, look_at_call=look_at_call, is_odd=is_odd)


def _is_of_an_object(value):
    """Whether it is a method of some object, as in `{path}.__contains__`, and no function of a module."""
    return type(value) in _BOUND and type(getattr(value, "__self__", None)) is not types.ModuleType


def _is_lazy(value):
    """Whether a value is a library's own kind of placeholder, which gives way to what it stands for when it is first used."""
    kind = type(value)
    bases = type.__dict__["__mro__"].__get__(kind)
    return kind.__flags__ & _HEAP_TYPE != 0 and type not in bases and any("__get__" in vars(base) for base in bases)


def _is_data(value):
    """Whether a value only is something: nothing is done by it."""
    bases = type.__dict__["__mro__"].__get__(type(value))
    return not (callable(value) or types.ModuleType in bases or any("__get__" in vars(base) for base in bases))
