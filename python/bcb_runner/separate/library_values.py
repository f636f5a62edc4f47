"""Values of libraries on the link: arrays, frames, sparse matrices, graphs, images, time zones.

A library is looked up among what is loaded, and imported only by the fixed names below, never by a name that came over the link.
"""

import importlib
import re
import sys

from .link import Malformed
from .standard_values import checked
from .values import Unreadable

_DTYPE = re.compile(r"[<>|=]?[?bhilqefdgFDGBHILQSUVmMcuiO]\d{0,6}(\[\d{0,6}[a-zA-Z]{1,3}\])?\Z")


def _library(name):
    return sys.modules.get(name) or importlib.import_module(name)


def write_library(value, writer):
    """None if it is none of them, or of a form that cannot be taken apart."""
    if type(value) is memoryview:
        return _write_array(_library("numpy").asarray(value), writer)
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
    np = _library("numpy")
    if type(description) is str:
        if not _DTYPE.match(description):
            raise Malformed("no kind of number")
        return np.dtype(description)
    fields = [(str(name), _read_dtype(str(kind)), tuple(shape)) for name, kind, shape in description]
    return np.dtype(fields)


def _read_array(reader, dtype, shape, start, length):
    np, kind = _library("numpy"), _read_dtype(dtype)
    if kind.hasobject:
        raise Malformed("an array of addresses")
    data = reader.raw(start, length)
    if not length:
        return np.empty(tuple(shape), kind) if 0 in shape or not kind.itemsize else _refuse()
    return np.frombuffer(data, kind).reshape(tuple(shape)).copy()


def _refuse():
    raise Malformed("an array without content")


def _read_objects(reader, shape, tree):
    np, values = _library("numpy"), reader.value(tree)
    if type(values) is not list:
        raise Malformed("no elements")
    array = np.empty(len(values), dtype=object)
    for index, value in enumerate(values):
        array[index] = value
    return array.reshape(tuple(shape))


def _read_masked(reader, data, mask):
    data, mask = reader.values([data, mask])
    if mask.any():
        reader.peer.say("an array hides elements, which every comparison skips")
    return _library("numpy").ma.MaskedArray(data, mask)


def _read_number(reader, dtype, start, length):
    return _read_array(reader, dtype, (1,), start, length)[0]


# pandas


def _write_pandas(value, writer):
    pd = sys.modules["pandas"]
    if value is pd.NaT:
        return ["NaT"]
    if value is pd.NA:
        return ["NA"]
    if isinstance(value, pd.DataFrame):
        kind = "geoframe" if type(value).__name__ == "GeoDataFrame" else "frame"
        plain = pd.DataFrame(value)
        columns = [_write_column(plain.iloc[:, place].array, writer) for place in range(plain.shape[1])]
        if None in columns:
            return None
        return [kind, columns, *writer.trees((plain.columns, plain.index, dict(plain.attrs)))]
    if isinstance(value, pd.Series):
        column = _write_column(pd.Series(value).array, writer)
        return column and ["series", column, *writer.trees((value.index, value.name))]
    if isinstance(value, pd.MultiIndex):
        codes = [[int(code) for code in level] for level in value.codes]
        return ["multi-index", writer.trees(value.levels), codes, writer.trees(value.names)]
    if isinstance(value, pd.RangeIndex):
        return ["range-index", *writer.trees((value.start, value.stop, value.step, value.name))]
    if isinstance(value, pd.Index):
        column, freq = _write_column(value.array, writer), getattr(value, "freqstr", None)
        return column and ["index", column, writer.tree(value.name), freq if hasattr(value, "inferred_freq") else None]
    if isinstance(value, pd.Timestamp):
        return ["timestamp", value.value, writer.tree(value.tzinfo)]
    if isinstance(value, pd.Timedelta):
        return ["pandas-timedelta", value.value]
    if isinstance(value, pd.Period):
        return ["period", value.ordinal, value.freqstr]
    if isinstance(value, pd.Interval):
        return ["interval", *writer.trees((value.left, value.right)), value.closed]
    if isinstance(value, pd.api.extensions.ExtensionArray):
        column = _write_column(value, writer)
        return column and ["column", column]
    if isinstance(value, pd.CategoricalDtype):
        return ["categories", writer.tree(value.categories), bool(value.ordered)]
    return ["pandas-dtype", str(value)] if isinstance(value, pd.api.extensions.ExtensionDtype) else None


def _write_column(array, writer):
    pd, np = sys.modules["pandas"], sys.modules["numpy"]
    if isinstance(array, pd.Categorical):
        return ["cat", *writer.trees((np.asarray(array.codes), array.categories)), bool(array.ordered)]
    if isinstance(array.dtype, np.dtype) or type(array).__name__ in ("PandasArray", "NumpyExtensionArray"):
        return ["np", writer.tree(array.to_numpy())]
    if isinstance(array.dtype, pd.DatetimeTZDtype):
        return ["tz", writer.tree(np.asarray(array.tz_convert("UTC").tz_localize(None))), str(array.tz)]
    if type(array.dtype).__module__.partition(".")[0] != "pandas":
        return ["np", writer.tree(np.asarray(array, dtype=object))]
    return ["ext", str(array.dtype), writer.trees(array)]


def _read_column(reader, kind, *fields):
    pd, np = _library("pandas"), _library("numpy")
    if kind == "np":
        return _of(np.ndarray, reader.value(*fields))
    if kind == "cat":
        codes, categories, is_ordered = fields
        categories = _of(pd.Index, reader.value(categories))
        return pd.Categorical.from_codes(_of(np.ndarray, reader.value(codes)), categories, ordered=bool(is_ordered))
    if kind == "tz":
        moments, zone = fields
        return pd.DatetimeIndex(_of(np.ndarray, reader.value(moments))).tz_localize("UTC").tz_convert(str(zone)).array
    if kind == "ext":
        dtype, trees = fields
        return pd.array(reader.values(trees), dtype=str(dtype))
    raise Malformed("no kind of column")


def _of(kind, value):
    if not isinstance(type(value), type) or not isinstance(value, kind) or kind not in type(value).__mro__:
        raise Unreadable("a part of a frame that is none")
    return value


def _read_frame(reader, columns, names, index, attributes):
    pd = _library("pandas")
    names, index = _of(pd.Index, reader.value(names)), _of(pd.Index, reader.value(index))
    read = {place: _series(_read_column(reader, *column), index) for place, column in enumerate(columns)}
    frame = pd.DataFrame(read, index=index)
    frame.columns = names
    frame.attrs.update(reader.value(attributes))
    return frame


def _read_geoframe(reader, columns, names, index, attributes):
    frame = _read_frame(reader, columns, names, index, attributes)
    return _library("geopandas").GeoDataFrame(frame)


def _series(column, index, name=None):
    return _library("pandas").Series(column, index=index, name=name, dtype=column.dtype)


def _read_index(reader, column, name, freq):
    column = _read_column(reader, *column)
    index = _library("pandas").Index(column, name=reader.value(name), dtype=column.dtype)
    if type(freq) is str:
        try:
            index.freq = freq
        except ValueError:
            pass  # known to be regular, but not by this name
    return index


def _read_timestamp(reader, nanoseconds, zone):
    moment, zone = _library("pandas").Timestamp(nanoseconds, unit="ns"), reader.value(zone)
    return moment if zone is None else moment.tz_localize("UTC").tz_convert(zone)


def _read_plain_column(reader, column):
    read = _read_column(reader, *column)
    return read if type(read).__module__.startswith("pandas.") else _library("pandas").array(read)


def _read_categories(reader, categories, is_ordered):
    return _library("pandas").CategoricalDtype(reader.value(categories), bool(is_ordered))


def _read_multi_index(reader, levels, codes, names):
    return _library("pandas").MultiIndex(levels=reader.values(levels), codes=codes, names=reader.values(names))


# others


def _write_scipy(value, writer):
    if not hasattr(value, "tocoo") or getattr(value, "format", None) is None:
        return None
    parts = type(value).tocoo(value)
    return ["sparse", type(value).__name__, *writer.trees((parts.data, parts.row, parts.col, tuple(map(int, parts.shape))))]


def _read_sparse(reader, name, *trees):
    sparse, (data, row, column, shape) = _library("scipy.sparse"), reader.values(list(trees))
    form = str(name).partition("_")[0]
    if form not in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        raise Malformed("no kind of matrix")
    matrix = sparse.coo_matrix((data, (row, column)), shape=shape).asformat(form)
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
    graph = getattr(_library("networkx"), name)()
    graph.graph.update(attributes)
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return graph


def _write_image(value, writer):
    if type(value).__mro__[-2].__name__ != "Image":
        return None
    image = value
    palette = image.getpalette() if image.mode == "P" else None
    return ["image", image.mode, list(image.size), *writer.trees((image.tobytes(), palette, image.format))]


def _read_image(reader, mode, size, *trees):
    data, palette, form = reader.values(list(trees))
    image = _library("PIL.Image").frombytes(str(mode), tuple(size), data)
    if palette is not None:
        image.putpalette(palette)
    image.format = form
    return image


def _write_pytz(value, writer):
    made = value.__reduce__() if hasattr(value, "zone") else ""
    return ["pytz", writer.trees(made[1] if type(made) is tuple else ())] if hasattr(value, "zone") else None


def _read_pytz(reader, trees):
    pytz, fields = _library("pytz"), reader.values(trees)
    return pytz._p(*fields) if fields else pytz.utc


def _write_dateutil(value, writer):
    name = type(value).__name__
    if name in ("tzutc", "tzlocal"):
        return ["dateutil", name]
    if name == "tzoffset":
        return ["dateutil", name, *writer.trees((value._name, value._offset))]
    return ["dateutil", name, value._filename] if name == "tzfile" and type(value._filename) is str else None


def _read_dateutil(reader, name, *trees):
    tz, fields = _library("dateutil.tz"), reader.values(list(trees))
    if name == "tzfile":
        return tz.gettz(str(fields[0]).rpartition("zoneinfo/")[2])
    if name not in ("tzutc", "tzlocal", "tzoffset"):
        raise Malformed("no kind of time zone")
    return getattr(tz, name)(*fields)


_WRITERS = {
    "numpy": _write_numpy,
    "pandas": _write_pandas,
    "geopandas": lambda value, writer: _write_pandas(value, writer) if hasattr(value, "iloc") else None,
    "scipy": _write_scipy,
    "networkx": _write_networkx,
    "PIL": _write_image,
    "pytz": _write_pytz,
    "dateutil": _write_dateutil,
}

LIBRARY_READERS = {
    tag: checked(build)
    for tag, build in {
        "array": _read_array,
        "objects": _read_objects,
        "number": _read_number,
        "matrix": lambda reader, tree: _library("numpy").matrix(reader.value(tree)),
        "masked": _read_masked,
        "dtype": lambda reader, description: _read_dtype(description),
        "NaT": lambda reader: _library("pandas").NaT,
        "NA": lambda reader: _library("pandas").NA,
        "frame": _read_frame,
        "geoframe": _read_geoframe,
        "series": lambda reader, column, index, name: _series(
            _read_column(reader, *column), reader.value(index), reader.value(name)
        ),
        "multi-index": _read_multi_index,
        "range-index": lambda reader, *trees: _library("pandas").RangeIndex(*_range_fields(reader.values(list(trees)))),
        "index": _read_index,
        "timestamp": _read_timestamp,
        "pandas-timedelta": lambda reader, nanoseconds: _library("pandas").Timedelta(nanoseconds, unit="ns"),
        "period": lambda reader, ordinal, freq: _library("pandas").Period(ordinal=ordinal, freq=str(freq)),
        "interval": lambda reader, left, right, closed: _library("pandas").Interval(*reader.values([left, right]), closed),
        "column": _read_plain_column,
        "categories": _read_categories,
        "pandas-dtype": lambda reader, name: _library("pandas").api.types.pandas_dtype(str(name)),
        "sparse": _read_sparse,
        "graph": _read_graph,
        "image": _read_image,
        "pytz": _read_pytz,
        "dateutil": _read_dateutil,
    }.items()
}


def _range_fields(fields):
    start, stop, step, name = fields
    return start, stop, step, None, False, name
