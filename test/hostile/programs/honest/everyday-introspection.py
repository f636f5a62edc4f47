# about: uses parts of the standard library that look into code and frames themselves
# expect: pass
import abc
import asyncio
import collections
import concurrent.futures
import contextlib
import copy
import dataclasses
import enum
import functools
import inspect
import io
import logging
import pickle
import traceback
import types
import typing
import warnings
from unittest import mock

Point = collections.namedtuple("Point", "x y")
Color = enum.Enum("Color", "RED GREEN")


class Size(typing.NamedTuple):
    width: int
    height: int = 2


@dataclasses.dataclass(order=True, frozen=True)
class Item:
    name: str
    price: float = 1.0


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


@functools.total_ordering
class Version:
    def __lt__(self, other):
        return False


@functools.singledispatch
def describe(value):
    return "any"


@describe.register
def _(value: int):
    return "int"


@contextlib.contextmanager
def opened():
    yield 1


def logged(function):
    @functools.wraps(function)
    def inner(*arguments):
        return function(*arguments)

    return inner


@logged
def fails():
    raise KeyError("missing")


async def wait():
    task = asyncio.ensure_future(asyncio.sleep(0))
    repr(task)
    await asyncio.gather(task, asyncio.sleep(0))
    return 1


def use_everything():
    Point(1, 2)._replace(x=3)
    Size(1)
    dataclasses.replace(Item("a"), price=2.0)
    dataclasses.make_dataclass("Made", ["a"])(1)
    enum.Flag("Mode", "A B")
    typing.get_type_hints(describe)
    types.new_class("New")
    type("Other", (Item,), {})
    inspect.signature(logged).parameters
    inspect.getmembers(Shape)
    inspect.isfunction(logged), inspect.getdoc(Shape), inspect.iscoroutinefunction(wait)
    pickle.loads(pickle.dumps([Point(1, 2), Item("a"), Color.RED]))
    copy.deepcopy([Item("a"), {"b": Point(1, 2)}])
    describe(1)
    with opened(), contextlib.redirect_stdout(io.StringIO()):
        print("hidden")
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        warnings.warn("careful", UserWarning, stacklevel=2)
    logger = logging.getLogger("everyday")
    logger.addHandler(logging.StreamHandler(io.StringIO()))
    logger.propagate = False
    try:
        fails()
    except KeyError as error:
        logger.exception("failed")
        logger.warning("failed", stack_info=True)
        traceback.format_exc()
        traceback.extract_tb(error.__traceback__)
        traceback.print_exc(file=io.StringIO())
        "".join(traceback.format_exception(type(error), error, error.__traceback__))
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(fails).exception()
        list(pool.map(describe, [1, 2]))
    with mock.patch("os.getcwd", return_value="x"), mock.patch.object(Version, "__lt__", autospec=True):
        mock.create_autospec(logged)(fails)
        mock.MagicMock(spec=Item)
    asyncio.run(wait())


def task_func():
    use_everything()
    return 42
