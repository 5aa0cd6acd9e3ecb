"""The project's own file: an ordinary .npz of words, counts, both tables and settings.

Members: `words`, the words in UTF-8 with a line feed between each two, as uint8; `E` and, where
there is one, `Ep`, (V, d); `counts`, (V,) int64; `settings`, a JSON text. numpy.load opens it, and
nothing in it is pickled. Values are stored as they are and at multiples of 64 bytes, so that the
tables can be mapped: opening a file of any size reads its words alone.
"""

from __future__ import annotations

import gzip
import json
import struct
import zipfile
import zlib
from typing import Any, BinaryIO, cast

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.formats.npy_array import as_table, mapped, read_header, read_values, write_array
from sgns_core.formats.words import encoded_without
from sgns_core.vectors import Table, WordVectors

_ALIGN = 64
_PADDING_ID = 0x4B53  # of the zip field that shifts a member to where it can be mapped
_DEFLATE_MOST = 1100  # bytes that one byte of a compressed member can stand for, and some more
_TOO_NEW = (NotImplementedError, RuntimeError)  # another compression; a password


class NpzContents:
    """The members of an .npz file, read one by one as they are asked for."""

    def __init__(self, file: BinaryIO, on_disk: bool) -> None:
        self._file = file
        self._on_disk = on_disk
        self._size = file.seek(0, 2)
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, OSError, struct.error, *_TOO_NEW):
            raise InvalidInput(
                "it begins as a zip archive and does not end as one; it was cut off or damaged"
            ) from None
        self.names = {
            info.filename.removesuffix(".npy"): info
            for info in self._zip.infolist()
            if info.filename.endswith(".npy")
        }
        self._refuse_others()

    def _refuse_others(self) -> None:
        names = self._zip.namelist()
        if any(name.endswith("data.pkl") for name in names):
            raise InvalidInput(
                "it is a PyTorch file, which is pickled: reading one would run whatever code is in "
                "it, so that it is not read; export its vectors as text"
            )
        if not self.names:
            raise InvalidInput(
                "it is a zip archive without arrays; unpack it first, and name the vectors file "
                "that was in it"
            )
        for name in ("words", "E"):
            if name not in self.names:
                raise InvalidInput(
                    "it has no array {name}; expected words and E, and found {found}",
                    name=name,
                    found=shown(", ".join(sorted(self.names)[:8])),
                )

    def array(self, name: str, may_map: bool = False) -> npt.NDArray[np.generic]:
        """Return an array, mapped where it may and can be; InvalidInput where it is damaged."""
        info = self.names[name]
        stored = info.compress_type == zipfile.ZIP_STORED
        most = info.compress_size if stored else info.compress_size * _DEFLATE_MOST
        try:
            if info.header_offset + info.compress_size > self._size or info.file_size > most:
                raise zipfile.BadZipFile  # before anything is allocated for what it promises
            with self._zip.open(info) as member:
                reader = cast(BinaryIO, member)
                header = read_header(reader, info.file_size, name)
                if may_map and stored and self._on_disk:
                    found = mapped(self._file, header, self._start_of(info))
                    if found is not None:
                        return found
                return read_values(reader, header)
        except InvalidInput:
            raise
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            ValueError,
            OSError,
            struct.error,
            *_TOO_NEW,
        ):
            raise InvalidInput("{name} is damaged and cannot be read", name=name) from None

    def _start_of(self, info: zipfile.ZipInfo) -> int:
        """Return the byte of the file at which a stored member begins."""
        self._file.seek(info.header_offset)
        fixed = self._file.read(30)
        name, extra = struct.unpack("<HH", fixed[26:30])
        return int(info.header_offset + 30 + name + extra)


def read_npz(
    file: BinaryIO, on_disk: bool
) -> tuple[list[str], Table, Table | None, npt.NDArray[np.generic] | None, dict[str, Any]]:
    """Return words, E, Ep or None, counts or None, and settings.

    `on_disk` says that `file` is the file itself, so that its tables can be mapped. Raises
    InvalidInput for what is damaged, lacks words or E, or holds Python objects.
    """
    contents = NpzContents(file, on_disk)
    E = as_table(contents.array("E", may_map=True), "E")
    Ep = as_table(contents.array("Ep", may_map=True), "Ep") if "Ep" in contents.names else None
    counts = contents.array("counts") if "counts" in contents.names else None
    words = _words(contents.array("words"))
    for name, table in (("E", E), ("Ep", Ep), ("counts", counts)):
        if table is not None and table.shape[:1] != (len(words),):
            raise InvalidInput(
                "{name} has the shape {shape}; expected a row for each of the {words} words",
                name=name,
                shape=shown(table.shape),
                words=len(words),
            )
    return words, E, Ep, counts, _settings(contents)


def _words(values: npt.NDArray[np.generic]) -> list[str]:
    """Return the words: bytes with line feeds, or an array of strings as other programs write."""
    if values.dtype == np.uint8 and values.ndim == 1:
        return values.tobytes().decode("utf-8", "surrogateescape").split("\n")
    if values.dtype.kind == "U" and values.ndim == 1:
        return [str(word) for word in values.tolist()]
    raise InvalidInput(
        "words has the type {type} and the shape {shape}; expected UTF-8 as uint8, or strings",
        type=shown(str(values.dtype)),
        shape=shown(values.shape),
    )


def _settings(contents: NpzContents) -> dict[str, Any]:
    if "settings" not in contents.names:
        return {}
    values = contents.array("settings")
    try:
        text = str(values.item()) if values.dtype.kind == "U" else values.tobytes().decode("utf-8")
        settings = json.loads(text)
    except (ValueError, RecursionError):
        settings = None
    if not isinstance(settings, dict):
        raise InvalidInput("settings is damaged: expected a JSON object as text")
    return settings


def write_npz(file: BinaryIO, vectors: WordVectors) -> None:
    """Write words, both tables, counts and settings, at places where they can be mapped.

    Raises InvalidInput for a word with a line feed in it.
    """
    words = encoded_without(vectors.words, b"\n", "an npz file", "leave it out")
    arrays: dict[str, npt.NDArray[Any]] = {
        "words": np.frombuffer(b"\n".join(words), np.uint8),
        "settings": np.array(json.dumps(dict(vectors.settings))),
    }
    if vectors.counts is not None:
        arrays["counts"] = vectors.counts
    arrays["E"] = vectors.E
    if vectors.Ep is not None:
        arrays["Ep"] = vectors.Ep
    # Within gzip there is no going back to a member's beginning.
    target = _Forward(file) if isinstance(cast(object, file), gzip.GzipFile) else file
    with zipfile.ZipFile(cast(BinaryIO, target), "w", zipfile.ZIP_STORED) as archive:
        for name, values in arrays.items():
            _write_member(archive, file, f"{name}.npy", values)


class _Forward:
    """A file that can be written from start to end alone: zip then puts sizes behind members."""

    def __init__(self, file: BinaryIO) -> None:
        self.write = file.write
        self.flush = file.flush


def _write_member(
    archive: zipfile.ZipFile, file: BinaryIO, name: str, values: npt.NDArray[Any]
) -> None:
    info = zipfile.ZipInfo(name)  # dated 1980: the same vectors give the same bytes
    begin = file.tell() + 30 + len(name) + 20  # 20: the sizes in 64 bits that zipfile adds
    padding = -(begin + 4) % _ALIGN
    info.extra = struct.pack("<HH", _PADDING_ID, padding) + bytes(padding)
    with archive.open(info, "w", force_zip64=True) as member:
        write_array(cast(BinaryIO, member), values)
