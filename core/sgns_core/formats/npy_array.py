"""Arrays in NumPy's own format, checked before anything is allocated for them."""

from __future__ import annotations

import io
import math
import struct
import warnings
from tokenize import TokenError
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.record import record

_CHUNK = 1 << 24  # bytes written at once
_LONGEST_HEADER = 10_000  # bytes, as NumPy has it

# What NumPy's reader of headers, which are Python literals, may raise.
_NO_ARRAY = (
    ValueError,
    KeyError,
    TypeError,
    EOFError,
    SyntaxError,
    TokenError,
    RecursionError,
    MemoryError,
)


@record
class ArrayHeader:
    """What stands before an array's values; `start` is the byte at which the values begin."""

    dtype: np.dtype[np.generic]
    shape: tuple[int, ...]
    fortran: bool
    start: int

    @property
    def size(self) -> int:
        """The number of bytes of the values."""
        return math.prod(self.shape) * self.dtype.itemsize


def read_header(file: BinaryIO, size: int, name: str) -> ArrayHeader:
    """Return the header of the array of `size` bytes, header and all, that `file` stands before.

    Raises InvalidInput for what is no array, holds Python objects, or is of another size than its
    header says.
    """
    text, start = _header_text(file, name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # written by Python 2: slower to read
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(
                io.BytesIO(struct.pack("<H", len(text)) + text)
            )
    except _NO_ARRAY:
        raise InvalidInput("{name} is damaged: it does not begin as an array", name=name) from None
    if dtype.hasobject:
        raise InvalidInput(
            "{name} holds Python objects, which are pickled: reading them would run whatever code "
            "is in them, so that they are not read",
            name=name,
        )
    header = ArrayHeader(dtype, tuple(shape), fortran, start)
    if header.size != size - header.start or min(shape, default=1) < 0:
        raise InvalidInput(
            "{name} is damaged: its header promises {promised} bytes of the shape {shape}, "
            "and there are {found}",
            name=name,
            promised=header.size,
            shape=shown(tuple(shape)),
            found=size - header.start,
        )
    return header


def _header_text(file: BinaryIO, name: str) -> tuple[bytes, int]:
    """Return the literal that describes an array, and how many bytes it ends behind.

    Its length stands before it and is not believed: NumPy would take as much memory as it says.
    """
    magic = file.read(8)
    length_format = {b"\1\0": "<H", b"\2\0": "<L"}.get(magic[6:])
    if magic[:6] == np.lib.format.MAGIC_PREFIX[:6] and length_format is not None:
        field = file.read(struct.calcsize(length_format))
        if len(field) == struct.calcsize(length_format):
            (length,) = struct.unpack(length_format, field)
            text = file.read(min(length, _LONGEST_HEADER + 1))
            if len(text) == length <= _LONGEST_HEADER:
                return text, len(magic) + len(field) + length
    raise InvalidInput("{name} is damaged: it does not begin as an array", name=name)


def read_values(file: BinaryIO, header: ArrayHeader) -> npt.NDArray[np.generic]:
    """Return the values that `file` stands before, in the machine's byte order."""
    data = file.read(header.size)
    values = np.frombuffer(data, header.dtype).reshape(
        header.shape, order="F" if header.fortran else "C"
    )
    return values.astype(header.dtype.newbyteorder("="), order="C", copy=False)


def as_table(values: npt.NDArray[np.generic], name: str) -> npt.NDArray[np.float32 | np.float64]:
    """Return a table as float32 or float64; a mapped one stays mapped. InvalidInput for others."""
    kinds = {"float16": np.float32, "float32": np.float32, "float64": np.float64}
    wanted = kinds.get(values.dtype.newbyteorder("=").name)
    if wanted is None or values.ndim != 2:
        raise InvalidInput(
            "{name} has the type {type} and the shape {shape}; expected rows of float32 or float64",
            name=name,
            type=shown(str(values.dtype)),
            shape=shown(values.shape),
        )
    return np.ascontiguousarray(values, wanted)


def mapped(file: BinaryIO, header: ArrayHeader, start: int) -> npt.NDArray[np.generic] | None:
    """Return an array that is read from the file where it is used, read-only.

    None where its values cannot be used as they stand: other byte order, or not aligned.
    """
    offset = start + header.start
    if not header.dtype.isnative or offset % header.dtype.alignment or not header.size:
        return None
    values = np.memmap(
        file,
        header.dtype,
        "r",
        offset,
        header.shape,
        "F" if header.fortran else "C",
    )
    result: npt.NDArray[np.generic] = np.asarray(values)
    return result


def write_array(file: BinaryIO, values: npt.NDArray[Any]) -> None:
    """Write an array; its values begin at a multiple of 64 bytes from where `file` stands.

    What lies in memory otherwise than it is written is copied a block of rows at a time.
    """
    header = io.BytesIO()
    described = np.lib.format.header_data_from_array_1_0(values)
    np.lib.format.write_array_header_1_0(header, {**described, "fortran_order": False})
    file.write(header.getvalue())
    rows = values if values.ndim else values.reshape(1)
    step = max(1, _CHUNK // max(1, rows[:1].nbytes))
    for start in range(0, len(rows), step):
        block = np.ascontiguousarray(rows[start : start + step])
        file.write(block.reshape(-1).view(np.uint8).data)
