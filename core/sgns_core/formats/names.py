"""What the formats are called, and which of them a file's ending stands for."""

from __future__ import annotations

from typing import Literal, get_args

from sgns_core.errors import InvalidInput

Format = Literal["word2vec", "word2vec-binary", "glove", "npz", "npy", "model", "projector"]
FORMATS: tuple[Format, ...] = get_args(Format)
READABLE: tuple[Format, ...] = tuple(name for name in FORMATS if name != "projector")
WRITABLE: tuple[Format, ...] = tuple(name for name in FORMATS if name != "model")

_ENDINGS: dict[str, Format] = {
    ".vec": "word2vec",
    ".w2v": "word2vec",
    ".txt": "word2vec",
    ".bin": "word2vec-binary",
    ".glove": "glove",
    ".npz": "npz",
    ".npy": "npy",
    ".tsv": "projector",
}


def format_to_write(path: str) -> Format:
    """Return the format that a file's ending asks for, .gz left aside; InvalidInput for none."""
    name = path.removesuffix(".gz")
    for ending, form in _ENDINGS.items():
        if name.endswith(ending):
            return form
    raise InvalidInput(
        "the ending of {path} names no format; end it in one of {endings}, or say --to with one of "
        "{formats}",
        path=path,
        endings=", ".join(_ENDINGS),
        formats=", ".join(WRITABLE),
    )
