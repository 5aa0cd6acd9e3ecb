"""What a file is, by what is in it; never a guess."""

from __future__ import annotations

import re

from sgns_core.errors import InvalidInput
from sgns_core.formats.header import header_of
from sgns_core.formats.lines import BOM
from sgns_core.formats.names import READABLE, Format
from sgns_core.formats.text_rows import fields_are_numbers

LOOKED_AT = 1 << 20
"""Bytes from the start of a file that are enough to tell what it is."""

_PICKLE = InvalidInput(
    "it is a Python pickle, as gensim's own .model and .kv are; reading one would run whatever "
    "code is in it, so that it is not read; save it with save_word2vec_format"
)
# Errors that are raised afresh: here they stand where their sentences are found for translation.
_KNOWN: tuple[tuple[bytes, InvalidInput], ...] = (
    (b"BZh", InvalidInput("it is compressed with bzip2; unpack it first")),
    (b"\xfd7zXZ\0", InvalidInput("it is compressed with xz; unpack it first")),
    (b"\x28\xb5\x2f\xfd", InvalidInput("it is compressed with zstd; unpack it first")),
    (b"7z\xbc\xaf\x27\x1c", InvalidInput("it is a 7z archive; unpack it first")),
    (b"\x1f\x8b", InvalidInput("it is compressed twice; unpack it first")),
    (b"\x89HDF\r\n\x1a\n", InvalidInput("it is an HDF5 file; export its vectors as text")),
    (
        b"\xba\x16\x4f\x2f",
        InvalidInput("it is a fastText model; the .vec file beside it holds the vectors"),
    ),
    (b"\xff\xfe", InvalidInput("it is text in UTF-16; save it as UTF-8")),
    (b"\xfe\xff", InvalidInput("it is text in UTF-16; save it as UTF-8")),
    (b"ccopy_reg\n", _PICKLE),
    (b"cgensim.", _PICKLE),
    (b"cnumpy.", _PICKLE),
    (b"(dp0", _PICKLE),
    (b"(lp0", _PICKLE),
)
_PICKLE_START = re.compile(rb"\x80[\x02-\x05]")
_JSON = re.compile(rb"\s*\{\s*[\"}]")
_TEXT_BYTES = bytes(range(0x20, 0x7F)) + b"\t\r"


def refuse_foreign(start: bytes) -> None:
    """Raise InvalidInput for a file of a kind that is known and not read, with the remedy.

    A first line of a word and numbers is none of them, whatever bytes the word begins with.
    """
    if fields_are_numbers(start.partition(b"\n")[0].split()[1:]):
        return
    for magic, reason in _KNOWN:
        if start.startswith(magic):
            raise InvalidInput(reason.template)
    if _PICKLE_START.match(start):
        raise InvalidInput(_PICKLE.template)


def detect(start: bytes, name: str) -> Format:
    """Return the format of a file that begins with `start`; `name` decides where two would do.

    Raises InvalidInput for a file that is empty, foreign, unknown, or of two possible formats.
    """
    if not start.strip():
        raise InvalidInput("it is empty; a vectors file holds a word and its numbers at least")
    refuse_foreign(start)
    if start.startswith(b"\x93NUMPY"):
        return "npy"
    if start.startswith(b"PK\x03\x04") or start.startswith(b"PK\x05\x06"):
        return "npz"
    first, _, rest = start.removeprefix(BOM).partition(b"\n")
    header = header_of(first)
    if header is not None:
        return _with_header(header, rest, name)
    fields = first.split()
    if fields_are_numbers(fields[1:]):
        return _without_header(fields, rest, name)
    if _JSON.match(start.removeprefix(BOM)):
        return "model"
    raise InvalidInput(
        "it cannot be told what kind of vectors file this is; say --from with one of {formats}",
        formats=", ".join(READABLE),
    )


def _with_header(header: tuple[int, int], rest: bytes, name: str) -> Format:
    """Tell what follows two whole numbers: binary rows, text rows, or GloVe's of one dimension."""
    rows, dim = header
    if not _rows_are_text(rest, dim):
        return "word2vec-binary"
    second = rest.partition(b"\n")[0].split()
    if len(second) == 2 and fields_are_numbers(second[1:]):
        # A word that is a number, and its one value? Or a header, and rows of one value?
        return _by_ending(
            name,
            "word2vec",
            InvalidInput(
                "line 1 may be word2vec's header, or the word {word} with one number", word=rows
            ),
        )
    return "word2vec"


def _rows_are_text(rest: bytes, dim: int) -> bool:
    """Tell whether what follows the first word is written as text.

    In a binary file 4 * dim bytes of any value follow it; that all of them could be typed
    does not happen to numbers beyond the first few; among a few bytes one must read as a number.
    """
    line = rest.lstrip(b"\n").partition(b"\n")[0]
    values = line.partition(b" ")[2] if b"\t" not in line else line.partition(b"\t")[2]
    begun = values[: 4 * dim]
    if not begun:
        # Nothing after the first word, up to a line end: a number cannot be that short as text.
        return not rest or b" " not in line
    if begun.translate(None, _TEXT_BYTES):
        return len(begun) >= 8 and _is_utf8_text(begun)
    return len(begun) >= 8 or any(fields_are_numbers([field]) for field in values.split())


def _is_utf8_text(values: bytes) -> bool:
    """Tell whether bytes beyond ASCII are letters: a word with a blank in it, or a damaged line."""
    text = values[:4096].decode("utf-8", "replace").removesuffix("\ufffd")
    return "\ufffd" not in text and text.translate({9: None, 13: None}).isprintable()


def _without_header(fields: list[bytes], rest: bytes, name: str) -> Format:
    if fields_are_numbers(fields[:1]):
        second = rest.partition(b"\n")[0].split()
        if not second or fields_are_numbers(second):
            # A table of numbers alone has no words; and yet words may be numbers.
            return _by_ending(
                name,
                "glove",
                InvalidInput(
                    "its lines hold numbers alone, of which the first of each may be the word"
                ),
            )
    return "glove"


def _by_ending(name: str, of_vec: Format, doubt: InvalidInput) -> Format:
    plain = name.removesuffix(".gz")
    if plain.endswith(".glove"):
        return "glove"
    if plain.endswith((".vec", ".w2v")):
        return of_vec
    raise InvalidInput("{doubt}; say --from word2vec or --from glove", doubt=doubt)
