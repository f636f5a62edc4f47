"""Values of libraries on the link: arrays, sparse matrices, graphs, images, time zones, and those of pandas (frame_values.py)."""

import datetime
import re
import sys

from .frame_values import PANDAS_READERS, write_pandas
from .link import Malformed
from .standard_values import checked
from .values import exactly, library

_DTYPE = re.compile(r"[<>|=]?[?bhilqefdgFDGBHILQSUVmMcuiO]\d{0,6}(\[\d{0,6}[a-zA-Z]{1,3}\])?\Z")


def write_library(value, writer):
    """None if it is none of them, or of a form that cannot be taken apart."""
    if type(value) is memoryview:
        return _write_array(library("numpy").asarray(value), writer)
    for base in type(value).__mro__:
        write = _WRITERS.get((base.__module__ or "").partition(".")[0])
        if write is not None:
            return write(value, writer)
    return None


# numpy


def _write_numpy(value, writer):
    np = sys.modules["numpy"]
    if isinstance(value, np.ma.MaskedArray):
        return ["masked", *writer.trees((np.asarray(value.data), np.ma.getmaskarray(value)))]
    if isinstance(value, np.matrix):
        return ["matrix", writer.tree(np.asarray(value))]
    if isinstance(value, np.ndarray):
        return _write_array(np.array(value, subok=False, copy=False), writer)
    if isinstance(value, np.generic):
        return None if value.dtype.hasobject else ["number", _dtype(value.dtype), *writer.raw("", value.tobytes())[1:]]
    return ["dtype", _dtype(value)] if isinstance(value, np.dtype) else None


def _write_array(array, writer):
    if not array.dtype.hasobject:
        return ["array", _dtype(array.dtype), list(array.shape), *writer.raw("", array.tobytes())[1:]]
    if array.dtype != object:
        return None
    return ["objects", list(array.shape), writer.tree(array.ravel().tolist())]


def _dtype(dtype):
    if dtype.names is None:
        return dtype.str
    return [[name, dtype.fields[name][0].str, list(dtype.fields[name][0].shape)] for name in dtype.names]


def _read_dtype(description):
    np = library("numpy")
    if type(description) is str:
        if not _DTYPE.match(description):
            raise Malformed("no kind of number")
        return np.dtype(description)
    fields = [(str(name), _read_dtype(str(kind)), tuple(shape)) for name, kind, shape in description]
    return np.dtype(fields)


def _read_array(reader, dtype, shape, start, length):
    np, kind = library("numpy"), _read_dtype(dtype)
    if kind.hasobject:
        raise Malformed("an array of addresses")
    data = reader.raw(start, length)
    if not length:
        return np.empty(_shape(reader, shape), kind) if 0 in shape or not kind.itemsize else _refuse()
    return np.frombuffer(data, kind).reshape(_shape(reader, shape)).copy()


def _shape(reader, shape):
    if 0 in shape and 1 in shape:
        reader.peer.say("an array without elements has a shape that fits every other")
    return tuple(shape)


def _refuse():
    raise Malformed("an array without content")


def _read_objects(reader, shape, tree):
    np, values = library("numpy"), reader.value(tree)
    if type(values) is not list:
        raise Malformed("no elements")
    array = np.empty(len(values), dtype=object)
    for index, value in enumerate(values):
        array[index] = value
    return array.reshape(_shape(reader, shape))


def _read_matrix(reader, tree):
    np = library("numpy")
    return np.matrix(exactly(np.ndarray, reader.value(tree)))


def _read_masked(reader, data, mask):
    np = library("numpy")
    data, mask = (exactly(np.ndarray, part) for part in reader.values([data, mask]))
    if mask.dtype != bool or mask.shape != data.shape:
        raise Malformed("no mask")
    if mask.any():
        reader.peer.say("an array hides elements, which every comparison skips")
    return np.ma.MaskedArray(data, mask)


def _read_number(reader, dtype, start, length):
    return _read_array(reader, dtype, (1,), start, length)[0]


# others


def _write_scipy(value, writer):
    if not hasattr(value, "tocoo") or getattr(value, "format", None) is None:
        return None
    parts = type(value).tocoo(value)
    return ["sparse", type(value).__name__, *writer.trees((parts.data, parts.row, parts.col, tuple(map(int, parts.shape))))]


def _read_sparse(reader, name, *trees):
    sparse, (*parts, shape) = library("scipy.sparse"), reader.values(list(trees))
    data, row, column = (exactly(library("numpy").ndarray, part) for part in parts)
    form = str(name).partition("_")[0]
    if form not in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        raise Malformed("no kind of matrix")
    matrix = sparse.coo_matrix((data, (row, column)), shape=exactly(tuple, shape)).asformat(form)
    return getattr(sparse, form + "_array")(matrix) if str(name).endswith("_array") else matrix


def _write_networkx(value, writer):
    if type(value).__name__ not in ("Graph", "DiGraph", "MultiGraph", "MultiDiGraph"):
        return None
    edges = value.edges(keys=True, data=True) if value.is_multigraph() else value.edges(data=True)
    return ["graph", type(value).__name__, *writer.trees((dict(value.graph), list(value.nodes(data=True)), list(edges)))]


def _read_graph(reader, name, *trees):
    if name not in ("Graph", "DiGraph", "MultiGraph", "MultiDiGraph"):
        raise Malformed("no kind of graph")
    attributes, nodes, edges = reader.values(list(trees))
    graph = getattr(library("networkx"), name)()
    graph.graph.update(exactly(dict, attributes))
    graph.add_nodes_from(exactly(list, nodes))
    graph.add_edges_from(exactly(list, edges))
    return graph


def _write_image(value, writer):
    if type(value).__mro__[-2].__name__ != "Image":
        return None
    image = value
    palette = image.getpalette() if image.mode == "P" else None
    return ["image", image.mode, list(image.size), *writer.trees((image.tobytes(), palette, image.format))]


def _read_image(reader, mode, size, *trees):
    data, palette, form = reader.values(list(trees))
    image = library("PIL.Image").frombytes(str(mode), tuple(size), exactly(bytes, data))
    if palette is not None:
        image.putpalette(exactly(list, palette))
    image.format = form if form is None else exactly(str, form)
    return image


def _write_pytz(value, writer):
    made = value.__reduce__() if hasattr(value, "zone") else ""
    return ["pytz", list(made[1] if type(made) is tuple else ())] if hasattr(value, "zone") else None


def _read_pytz(reader, trees):
    pytz, fields = library("pytz"), reader.scalars(trees)
    return pytz._p(*fields) if fields else pytz.utc


def _write_dateutil(value, writer):
    name = type(value).__name__
    if name in ("tzutc", "tzlocal"):
        return ["dateutil", name]
    if name == "tzoffset":
        return ["dateutil", name, *writer.trees((value._name, value._offset))]
    return ["dateutil", name, value._filename] if name == "tzfile" and type(value._filename) is str else None


def _read_dateutil(reader, name, *trees):
    tz, fields = library("dateutil.tz"), reader.values(list(trees))
    if name == "tzfile":
        return tz.gettz(str(fields[0]).rpartition("zoneinfo/")[2])
    if name == "tzoffset":
        name, offset = fields
        return tz.tzoffset(name if name is None else exactly(str, name), exactly(datetime.timedelta, offset))
    if name not in ("tzutc", "tzlocal"):
        raise Malformed("no kind of time zone")
    return getattr(tz, name)()


_WRITERS = {
    "numpy": _write_numpy,
    "pandas": write_pandas,
    "geopandas": lambda value, writer: write_pandas(value, writer) if hasattr(value, "iloc") else None,
    "scipy": _write_scipy,
    "networkx": _write_networkx,
    "PIL": _write_image,
    "pytz": _write_pytz,
    "dateutil": _write_dateutil,
}

LIBRARY_READERS = {
    tag: checked(build)
    for tag, build in {
        **PANDAS_READERS,
        "array": _read_array,
        "objects": _read_objects,
        "number": _read_number,
        "matrix": _read_matrix,
        "masked": _read_masked,
        "dtype": lambda reader, description: _read_dtype(description),
        "sparse": _read_sparse,
        "graph": _read_graph,
        "image": _read_image,
        "pytz": _read_pytz,
        "dateutil": _read_dateutil,
    }.items()
}
