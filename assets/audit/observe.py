"""Writes a digest of what the judged function returns or raises, call by call, to the program's output."""

import functools
import os
import re
import zlib

_MOST_CALLS = 400
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def watch(function, mark):
    calls = [0]

    @functools.wraps(function)
    def call(*arguments, **keywords):
        try:
            value = function(*arguments, **keywords)
        except BaseException as error:
            _tell(mark, calls, lambda: "raises " + type(error).__name__)
            raise
        _tell(mark, calls, lambda: describe(value, 6))
        return value

    return call


def _tell(mark, calls, text):
    calls[0] += 1
    if calls[0] > _MOST_CALLS:
        return
    try:
        said = _ADDRESS.sub("", text())
    except Exception as error:
        said = "indescribable: " + type(error).__name__
    line = "\n%s %08x %s\n" % (mark, zlib.crc32(said.encode("utf-8", "replace")), ascii(said[:120]))
    os.write(1, line.encode())


def describe(value, depth):
    """Text that is equal for equal values, also across processes."""
    if depth == 0:
        return "…"
    kind = type(value).__name__
    inner = functools.partial(describe, depth=depth - 1)
    if isinstance(value, dict):
        return kind + "{" + ", ".join(inner(k) + ": " + inner(v) for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return kind + "[" + ", ".join(map(inner, value)) + "]"
    if isinstance(value, (set, frozenset)):
        return kind + "{" + ", ".join(sorted(map(inner, value))) + "}"
    if hasattr(value, "get_axes") and hasattr(value, "savefig"):
        return kind + inner(list(value.get_axes()))
    if hasattr(value, "get_lines") and hasattr(value, "get_xlabel"):
        return kind + _describe_axes(value)
    if hasattr(value, "to_csv") and hasattr(value, "dtypes"):
        return kind + str(value.dtypes) + value.to_csv()
    if hasattr(value, "tobytes") and hasattr(value, "shape"):
        return "%s%s%s%s" % (kind, value.shape, value.dtype, value.tolist())
    return repr(value)


def _describe_axes(axes):
    told = [axes.get_title(), axes.get_xlabel(), axes.get_ylabel()]
    told += [str(line.get_xydata().tolist()) for line in axes.get_lines()]
    told += [repr(patch.get_path().vertices.tolist())[:200] + str(getattr(patch, "get_bbox", str)()) for patch in axes.patches]
    told += [str(getattr(each, "get_offsets", list)()) for each in axes.collections]
    told += [text.get_text() for text in axes.texts]
    legend = axes.get_legend()
    told += [text.get_text() for text in legend.get_texts()] if legend else []
    return repr(told)
