"""The warm image: every module and class as it was before the fork, and what has been changed since.

Each dictionary of CPython carries a number that grows with every change. Reading those numbers, without touching the
dictionaries, tells in a moment which modules and classes a program has changed, also where it put everything back.
"""

import builtins
import ctypes
import gc
import itertools
import operator
import sys
import types

_FLOOR = 4096
_CHUNK = 512
_VERSION_OFFSET = 24  # of ma_version_tag in PyDictObject on 64-bit CPython up to 3.13; checked before use
_IGNORED = frozenset(
    "_ __warningregistry__ __builtins__ __cached__ __doc__ __abstractmethods__ _abc_impl __annotations__ __loader__ __spec__"
    " __weakref__ __dict__ __module__ __path__".split()
)
_ABSENT = object()
_HEAP_TYPE = 1 << 9
_mro_of, _names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__


def take_image(judging_modules, judging_classes):
    """The image as it is now. What judges is looked at more often and more strictly than the rest.

    settle(): in the zygote, when all is warm; start(): in a sample, before the program; add(module): a module that was
    imported later; has(cls), has_module(module): whether it was there; kept_of(module or class): the names it had;
    is_judging(function): whether a function belongs to what judges; changes_of_judges(), changes(): (name, value before,
    value now), ABSENT where there is none; touched(): classes that judge and were ever changed; pause(), resume(): around
    what libraries change themselves.

    Nothing here goes through all modules or classes in a sample: each object that is touched costs a page of memory.
    """
    spaces, judges, sealed = _watch_spaces(), _watch_spaces(), _watch_spaces()
    modules, judging, classes, functions, kept = {}, {}, {}, {}, {}

    def add_class(cls):
        if id(cls) in classes:
            return
        classes[id(cls)] = cls
        space = dictionary_of(cls) if _may_be_changed(cls) else None
        if space is not None:
            kept[id(cls)] = (sealed if cls in judging_classes else spaces).add(_name_of(cls), space, cls)

    def add(module):
        names = _space_of(module)
        if names is None or id(module) in modules:
            return
        is_judge = module.__name__ in judging_modules
        modules[id(module)] = module
        kept[id(module)] = (judges if is_judge else spaces).add(module.__name__, names, None)
        if is_judge:
            judging[module.__name__] = module
        for value in list(names.values()):
            if issubclass(type(value), type):
                add_class(value)
            elif is_judge and type(value) is types.FunctionType:
                functions[id(value)] = value

    def start():
        for watched in (spaces, judges, sealed):
            watched.start()

    def changes_of_judges():
        found = judges.changes() + sealed.changes()
        for name in judging_modules:
            before, now = judging.get(name, _ABSENT), sys.modules.get(name, _ABSENT)
            if now is not before:
                found.append(("sys.modules[%s]" % name, before, now))
        return found

    def settle():
        for watched in (spaces, judges, sealed):
            watched.settle()

    for module in list(sys.modules.values()):
        add(module)
    for cls in _all_classes():
        add_class(cls)
    for cls in judging_classes:
        functions.update((id(value), value) for value in vars(cls).values() if type(value) is types.FunctionType)
    return types.SimpleNamespace(
        settle=settle,
        start=start,
        add=add,
        has=lambda cls: classes.get(id(cls)) is cls,
        has_module=lambda module: modules.get(id(module)) is module,
        is_judging=lambda function: functions.get(id(function)) is function,
        kept_of=lambda owner: kept.get(id(owner)),
        changes_of_judges=changes_of_judges,
        changes=spaces.changes,
        touched=sealed.touched,
        pause=spaces.pause,
        resume=spaces.resume,
        ABSENT=_ABSENT,
    )


def _watch_spaces():
    """Dictionaries, what was in them, and the numbers they had. (No class: a program could find and change it.)

    The numbers stand in chunks: few of them change, and those of one chunk fit into the fastest memory.
    """
    entries, versions, readers = [], [], []
    state = types.SimpleNamespace(standing={}, modules=[], read_modules=tuple)

    def add(name, space, cls):
        before = space.copy()
        del readers[len(entries) // _CHUNK :]
        if len(entries) % _CHUNK == 0:
            versions.append([])
        entries.append([name, space, before, cls])
        versions[-1].append(version_of(space))
        return before

    def current():
        """The numbers as they are now, chunk by chunk."""
        for start in range(len(readers) * _CHUNK, len(entries), _CHUNK):
            readers.append(_reader([space for _, space, _, _ in entries[start : start + _CHUNK]]))
        return (list(read()) for read in readers)

    def changed():
        """Places of the dictionaries that are not what they were."""
        found = []
        for number, (now, before) in enumerate(zip(current(), versions)):
            if now != before:
                found += itertools.compress(itertools.count(number * _CHUNK), map(operator.ne, now, before))
        return found

    def accept(index, version):
        """From here on this version is what it was."""
        versions[index // _CHUNK][index % _CHUNK] = version

    def settle():
        """What the runner itself has changed since the image was taken does not count."""
        versions[:] = current()
        state.modules = [index for index, (name, _, _, cls) in enumerate(entries) if cls is None and _is_standard(name)]
        state.read_modules = _reader([entries[index][1] for index in state.modules])

    def start():
        """Nor does what it has changed since then: data of standard modules, which nobody asks for, and nothing of classes."""
        for index, version in zip(state.modules, state.read_modules()):
            accept(index, version)

    def compare(index):
        """(key, value before, value now) of what is different."""
        _, space, before, cls = entries[index]
        now = space.copy()
        for key in before.keys() | now.keys():
            old, new = before.get(key, _ABSENT), now.get(key, _ABSENT)
            if old is not new and key not in _IGNORED and (old is not _ABSENT or _shadows(key, cls)):
                yield key, old, new

    def changes():
        return [
            ("%s.%s" % (entries[index][0], key), old, new) for index in changed() for key, old, new in compare(index)
        ]

    def pause():
        """From here on libraries change each other."""
        state.standing = {(index, key): new for index in changed() for key, _, new in compare(index)}

    def resume():
        """What has changed since `pause` counts as it is now; what had changed before still counts as changed."""
        for index in changed():
            _, space, before, _ = entries[index]
            version, is_as_before = version_of(space), True
            for key, _, new in list(compare(index)):
                if state.standing.get((index, key), _ABSENT) is new:
                    is_as_before = False
                elif new is _ABSENT:
                    before.pop(key, None)
                else:
                    before[key] = new
            if is_as_before:
                accept(index, version)
        state.standing = {}

    return types.SimpleNamespace(
        add=add,
        settle=settle,
        start=start,
        changes=changes,
        pause=pause,
        resume=resume,
        touched=lambda: [entries[index][0] for index in changed()],
    )


def _is_standard(module_name):
    return module_name.partition(".")[0] in sys.stdlib_module_names


def _shadows(key, cls):
    """Whether a name that is new takes the place of something: of a built-in in a module, of an inherited name in a class."""
    if type(key) is not str:
        return False
    if cls is None:
        return key in _BUILT_IN or key == "__getattr__"
    return any(key in _names_of(base) for base in _mro_of(cls)[1:])


_BUILT_IN = frozenset(vars(builtins))


def _name_of(cls):
    return "%s.%s" % (cls.__module__, cls.__qualname__)


def _space_of(module):
    """The names of a module, if it is one."""
    if not issubclass(type(module), types.ModuleType):
        return None
    return object.__getattribute__(module, "__dict__")


def dictionary_of(cls):
    """The dictionary behind the read-only view of a class; None where it cannot be had."""
    found = [value for value in gc.get_referents(_names_of(cls)) if type(value) is dict]
    return found[0] if len(found) == 1 else None


def _all_classes():
    """Every class of the interpreter."""
    found, waiting = {}, [object]
    while waiting:
        cls = waiting.pop()
        if id(cls) not in found:
            found[id(cls)] = cls
            waiting += type.__subclasses__(cls)
    return list(found.values())


def _may_be_changed(cls):
    """Whether a class has a dictionary that an assignment reaches, and one that anybody looks with."""
    return bool(cls.__flags__ & _HEAP_TYPE) and not issubclass(cls, BaseException)


def _open_memory():
    """The memory of this process as a sequence of 8-byte numbers; None where dictionaries carry no numbers we know of."""
    size = (1 << 47) - 2 * _FLOOR
    memory = memoryview((ctypes.c_char * size).from_address(_FLOOR)).cast("B").cast("Q")
    space = {"a": 1}
    seen = []
    for value in (2, 3, 3):
        space["a"] = value
        seen.append(memory[(id(space) + _VERSION_OFFSET - _FLOOR) >> 3])
    return memory if seen[0] < seen[1] == seen[2] else None


_memory = _open_memory() if sys.maxsize > 2**32 and sys.implementation.name == "cpython" else None
_unique = itertools.count()
# From 3.12 on the lowest bits say who watches a dictionary.
_WATCHER_BITS = 12 if sys.version_info >= (3, 13) else 8 if sys.version_info >= (3, 12) else 0


def version_of(space):
    """A number that is another one after every change of a dictionary."""
    if _memory is None:
        return next(_unique)
    return _memory[(id(space) + _VERSION_OFFSET - _FLOOR) >> 3] >> _WATCHER_BITS


def _reader(spaces):
    """A function that gives the numbers of dictionaries, in one go."""
    if _memory is None or len(spaces) < 2:
        return lambda: tuple(map(version_of, spaces))
    read = operator.itemgetter(*[(id(space) + _VERSION_OFFSET - _FLOOR) >> 3 for space in spaces])
    if _WATCHER_BITS:
        return lambda: tuple(number >> _WATCHER_BITS for number in read(_memory))
    return lambda: read(_memory)
