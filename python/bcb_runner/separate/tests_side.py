"""The end of the link in the process with the tests. It decides every claim here, on values of its own.

The other end is hostile: it gets to see arguments, and what tests lend (lending.py).
"""

import operator
import sys
import types
import unittest.mock

from .answers import holds_yes_or_no, is_from_tests, may_be_answer, says_little
from .lending import Lender
from .link import Malformed
from .mirror import TestsMirror
from .peer import MODULE_NAME
from .policy import PART_OF_MOCK, REFUSED_MODULES, SHOWN_SPECIALS, may_name
from .stand_ins import SPECIALS, is_stand_in, place_of
from .values import Unreadable, write_message
from .write_back import write_back

# What has a plain meaning is never looked at from afar.
_VALUES_ONLY = frozenset(
    [("builtins", name) for name in ("bool", "int", "float", "complex", "str", "bytes", "NoneType", "range")]
    + [("numpy", "ndarray"), ("numpy", "generic"), ("pandas.core.frame", "DataFrame"), ("pandas.core.series", "Series")]
    + [("pandas.core.indexes.base", "Index"), ("datetime", "date"), ("datetime", "time"), ("decimal", "Decimal")]
)
_READABLE_SPECIALS = SHOWN_SPECIALS | frozenset(
    "__defaults__ __kwdefaults__ __dict__ __file__ __cause__ __context__ __wrapped__ __version__ __path__".split()
) | frozenset(SPECIALS)


class TestsSide(Lender):
    def __init__(self, fd, give_up):
        super().__init__(fd, 0, give_up)
        self.operations["events"] = lambda events: self.mirror.take_events(events)
        self.mirror = TestsMirror()
        self.has_used_references, self.words = False, {}
        self.has_answers, self._answers = False, {}
        self._names_of_classes = {}
        self.prompt_classes = ()

    def say(self, word):
        """The program itself was believed."""
        self.words[word] = True

    def _use(self, stand_in):
        """The number of the object that it stands for."""
        self.has_used_references = True
        return place_of(stand_in)[1]

    # What tests do to objects of the program

    def call(self, target, args, kwargs, is_answer=False):
        """is_answer: of an object of the program, and not the result of a function that the tests are about."""
        arguments = [*args, *kwargs.values()]
        serving, self._serving = self._serving, 0
        try:
            answer = self.ask("call", target, list(args), kwargs, self.mirror.give(), arguments=arguments)
        finally:
            self._serving = serving
        try:
            kind, value = self._take_answer(answer, arguments)
        except Malformed as error:
            self.give_up(error)
        if kind == "raised":
            raise value
        is_function = target[0] == "module"
        if is_answer and not (is_function and value is None):
            self.answered(value, arguments if is_function or target[-1] == "__call__" else ())
        return self._await_later(value) if kind == "coroutine" else value

    def _take_answer(self, answer, arguments):
        if type(answer) is not list or len(answer) != 4 or type(answer[2]) is not list:
            raise Malformed("no answer to a call")
        kind, value, changes, state = answer
        for change in changes:
            if type(change) is not list or len(change) != 2 or type(change[0]) is not int or not 0 <= change[0] < len(arguments):
                raise Malformed("no argument")
            write_back(arguments[change[0]], change[1])
        self.mirror.take(state)
        is_known = kind == "value" or kind == "coroutine" and is_stand_in(value)
        if not is_known and not (kind == "raised" and isinstance(value, BaseException)):
            raise Malformed("no answer to a call")
        return kind, value

    async def _await_later(self, coroutine):
        return self.wait(coroutine)

    def wait(self, stand_in):
        number = self._use(stand_in)
        value = self.call(["wait", number], (), {})
        return self.answered(value, self._answers[number]) if number in self._answers else value

    def special(self, stand_in, name, args, kwargs):
        if name in ("__exit__", "__aexit__") and args and args[0] is not None:
            return self._leave(stand_in, name, args[1])
        return self.call(["special", self._use(stand_in), name], args, kwargs, is_answer=True)

    def _leave(self, stand_in, name, error):
        """Of a with statement that an exception ends: a failed assertion is not the program's to swallow."""
        value = self.call(["special", self._use(stand_in), name], (None, error, None), {})
        if name == "__aexit__" or value:
            self.say("the program's object swallowed an exception")
        return name == "__aexit__" and value or bool(value) and not isinstance(error, AssertionError)

    def get(self, stand_in, name):
        if name.startswith("__") and name not in _READABLE_SPECIALS or name.startswith("_bcb"):
            raise AttributeError(name)
        if PART_OF_MOCK.match(name):
            self.say("the program's object said what a mock of the tests would")
        return self.answered(self.ask("get", self._use(stand_in), name))

    def set(self, stand_in, name, value):
        self.ask("set", self._use(stand_in), name, value)

    def delete(self, stand_in, name):
        self.ask("delete", self._use(stand_in), name)

    def text(self, stand_in, kind):
        text = self.ask("text", self._use(stand_in), kind)
        if type(text) is not str:
            raise Malformed("no text")
        return self.answered(text)

    def names(self, stand_in):
        return self.answered([name for name in self.ask("names", self._use(stand_in)) if type(name) is str])

    def answered(self, value, given=()):
        """What an object of the program answered. given: to a call; it may be what the tests expect."""
        self.has_used_references = self.has_answers = True
        if is_stand_in(value):
            self._answers[place_of(value)[1]] = given
        elif holds_yes_or_no(value):
            self.say("a method of the program's object answered yes or no")
        elif is_from_tests(value):
            self.say("the program's object answered with an object of the tests")
        elif given and (says_little(value) or self._is_among(value, given)):
            self.say("a method of the program's object was given something, and answered zero, one, nothing or the same")
        return value

    def _is_among(self, value, given):
        content = write_message(value, self)
        return any(type(each) is type(value) and write_message(each, self) == content for each in given)

    def asked(self, value):
        """What the tests use for its truth (truths.py)."""
        if self.has_answers and not is_stand_in(value) and may_be_answer(value):
            self.say("the tests used what the program's object answered for its truth alone")
        return value

    def all_asked(self, values):
        is_array = hasattr(type(values), "__array__") and not is_stand_in(values)
        return self.asked(values) if is_array else map(self.asked, values)

    def hash(self, stand_in):
        return hash(("stand-in", self._use(stand_in)))

    def plain(self, stand_in):
        """A copy of its content; None if it has none that can be brought here."""
        value = self.ask("plain", self._use(stand_in))
        return None if is_stand_in(value) else value

    def equals(self, stand_in, other):
        if isinstance(other, type):
            return self.class_meant_by(stand_in) is other
        if is_stand_in(other):
            if place_of(other)[1] == self._use(stand_in):
                return True
            mine, others = self.plain(stand_in), self.plain(other)
            if mine is not None and others is not None:
                return mine == others
            self.say("the program compared two objects of its own")
            return self.ask("equals", self._use(stand_in), other) is True
        if other is None or isinstance(other, unittest.mock.NonCallableMock):
            return NotImplemented
        mine = self.plain(stand_in)
        return NotImplemented if mine is None else mine == other

    def truth(self, stand_in, kind):
        if kind == "own" or place_of(stand_in)[1] in self._answers:
            self.say("the program's object said whether it is true")
        if kind == "own":
            return self.ask("truth", self._use(stand_in)) is True
        return kind is None or self.special(stand_in, "__len__", (), {}) != 0

    def contains(self, stand_in, item):
        mine = self.plain(stand_in)
        if mine is not None:
            return item in mine
        self.say("the program's object said whether it contains something")
        return any(each is item or each == item for each in stand_in)

    def compute(self, stand_in, name, other, *rest):
        mine = self.plain(stand_in)
        others = self.plain(other) if is_stand_in(other) else other
        if mine is None or others is None:
            # It may answer what makes the claim true: it sees the other side.
            self.say("the program compared, or computed with, what the tests expect")
            return self.special(stand_in, name, (other, *rest), {})
        if name.startswith("__r") and name != "__round__":
            mine, others, name = others, mine, "__" + name[3:]
        return getattr(operator, name)(mine, others, *rest)

    # Messages

    def read_pickle(self, data):
        raise Malformed("a pickle for the tests")

    def read_reference(self, number, classes, specials, above):
        self.has_used_references = True
        return super().read_reference(number, classes, specials, above)

    def check_claim(self, classes, above):
        """By the classes themselves, too: each has many names."""
        kind = self.class_of(classes)
        known = [(base.__module__, base.__qualname__) for base in kind.__mro__] if kind else []
        if above is None and not _VALUES_ONLY.isdisjoint((*classes, *known)):
            raise Unreadable("a %s that cannot be brought over" % classes[0][1])

    def find_class(self, module, name):
        """A class that is loaded here. Nothing is imported because the program names it."""
        if type(module) is not str or type(name) is not str or module.partition(".")[0] in REFUSED_MODULES:
            return None
        if module == MODULE_NAME and name not in self.prompt_classes:
            return None
        found = sys.modules.get(module)
        if not isinstance(found, types.ModuleType):
            return None
        for part in name.split("."):
            found = vars(found).get(part) if not part.startswith("__") else None
            if not isinstance(found, type):
                return None
        return None if str(found.__module__).partition(".")[0] in REFUSED_MODULES else found

    def find_named(self, module, name):
        found = self.find_class(module, name)
        return found if found is not None and may_name(found) else None

    def keep_name(self, stand_in, module, name):
        self._names_of_classes[place_of(stand_in)[1]] = module, name

    def class_meant_by(self, stand_in):
        named = self._names_of_classes.get(place_of(stand_in)[1])
        return self.find_class(*named) if named else None

    def own_version(self, value, name):
        """The library, or the class of one, of that name, if that is what the program has there."""
        if not is_stand_in(value):
            return value
        kind = self.class_meant_by(value)
        if kind is not None and kind.__name__ == name:
            return kind
        if value.__class__ is types.ModuleType and self.ask("get", place_of(value)[1], "__name__") == name:
            return sys.modules.get(name, value)
        return value
