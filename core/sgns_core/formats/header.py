"""The first line of word2vec's formats: how many rows, and of how many values."""

from __future__ import annotations

import re

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.text_rows import MAX_DIM

_HEADER = re.compile(rb"[ \t]*(\d{1,18})[ \t]+(\d{1,18})[ \t\r]*")


def header_of(line: bytes) -> tuple[int, int] | None:
    """Return (rows, dim) of a line that holds two whole numbers and nothing else."""
    found = _HEADER.fullmatch(line)
    return None if found is None else (int(found[1]), int(found[2]))


def require_header(line: bytes) -> tuple[int, int]:
    """Return (rows, dim), or say what the first line should be."""
    header = header_of(line)
    if header is None:
        text = line[:40].decode("utf-8", "surrogateescape")
        raise InvalidInput(
            "line 1 is {line}; expected a header of two whole numbers, rows and dimensions; "
            "without one it may be read with --from glove",
            line=shown(text),
        )
    rows, dim = header
    if not rows or not dim:
        raise InvalidInput(
            "line 1 promises {rows} rows of {dim} values; at least one of each is needed",
            rows=rows,
            dim=dim,
        )
    if dim > MAX_DIM:
        raise InvalidInput(
            "line 1 promises rows of {dim} values; at most {most} can be read, so that this is no "
            "header or a wrong one",
            dim=dim,
            most=MAX_DIM,
        )
    return rows, dim
