"""Values of pandas on the link: frames, columns, indexes, moments."""

import sys

from .link import Malformed
from .values import Unreadable, exactly, library


def write_pandas(value, writer):
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
    pd, np = library("pandas"), library("numpy")
    if kind == "np":
        return exactly(np.ndarray, reader.value(*fields))
    if kind == "cat":
        codes, categories, is_ordered = fields
        categories = _of(pd.Index, reader.value(categories))
        return pd.Categorical.from_codes(exactly(np.ndarray, reader.value(codes)), categories, ordered=bool(is_ordered))
    if kind == "tz":
        moments, zone = fields
        return pd.DatetimeIndex(exactly(np.ndarray, reader.value(moments))).tz_localize("UTC").tz_convert(str(zone)).array
    if kind == "ext":
        dtype, trees = fields
        return pd.array(reader.values(trees), dtype=str(dtype))
    raise Malformed("no kind of column")


def _of(kind, value):
    """Of a class of pandas, of which columns and names have many."""
    if not isinstance(type(value), type) or not isinstance(value, kind) or kind not in type(value).__mro__:
        raise Unreadable("a part of a frame that is none")
    return value


def _read_frame(reader, columns, names, index, attributes):
    pd = library("pandas")
    names, index = _of(pd.Index, reader.value(names)), _of(pd.Index, reader.value(index))
    read = {place: _series(_read_column(reader, *column), index) for place, column in enumerate(columns)}
    frame = pd.DataFrame(read, index=index)
    frame.columns = names
    frame.attrs.update(exactly(dict, reader.value(attributes)))
    return frame


def _read_geoframe(reader, columns, names, index, attributes):
    frame = _read_frame(reader, columns, names, index, attributes)
    return library("geopandas").GeoDataFrame(frame)


def _series(column, index, name=None):
    return library("pandas").Series(column, index=index, name=name, dtype=column.dtype)


def _read_index(reader, column, name, freq):
    column = _read_column(reader, *column)
    index = library("pandas").Index(column, name=reader.value(name), dtype=column.dtype)
    if type(freq) is str:
        try:
            index.freq = freq
        except ValueError:
            pass  # known to be regular, but not by this name
    return index


def _read_timestamp(reader, nanoseconds, zone):
    moment, zone = library("pandas").Timestamp(nanoseconds, unit="ns"), reader.value(zone)
    return moment if zone is None else moment.tz_localize("UTC").tz_convert(zone)


def _read_plain_column(reader, column):
    read = _read_column(reader, *column)
    return read if type(read).__module__.startswith("pandas.") else library("pandas").array(read)


def _read_categories(reader, categories, is_ordered):
    return library("pandas").CategoricalDtype(reader.value(categories), bool(is_ordered))


def _read_multi_index(reader, levels, codes, names):
    pd = library("pandas")
    levels = [_of(pd.Index, level) for level in reader.values(levels)]
    return pd.MultiIndex(levels=levels, codes=codes, names=reader.values(names))


def _range_fields(fields):
    start, stop, step, name = fields
    return start, stop, step, None, False, name


PANDAS_READERS = {
    "NaT": lambda reader: library("pandas").NaT,
    "NA": lambda reader: library("pandas").NA,
    "frame": _read_frame,
    "geoframe": _read_geoframe,
    "series": lambda reader, column, index, name: _series(
        _read_column(reader, *column), _of(library("pandas").Index, reader.value(index)), reader.value(name)
    ),
    "multi-index": _read_multi_index,
    "range-index": lambda reader, *trees: library("pandas").RangeIndex(*_range_fields(reader.values(list(trees)))),
    "index": _read_index,
    "timestamp": _read_timestamp,
    "pandas-timedelta": lambda reader, nanoseconds: library("pandas").Timedelta(nanoseconds, unit="ns"),
    "period": lambda reader, ordinal, freq: library("pandas").Period(ordinal=ordinal, freq=str(freq)),
    "interval": lambda reader, left, right, closed: library("pandas").Interval(*reader.values([left, right]), closed),
    "column": _read_plain_column,
    "categories": _read_categories,
    "pandas-dtype": lambda reader, name: library("pandas").api.types.pandas_dtype(str(name)),
}
