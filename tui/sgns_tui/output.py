"""How lines and objects get to standard output."""

from __future__ import annotations

import codecs
import io
import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text


def write_anything() -> None:
    r"""Let both outputs write what their encoding cannot carry as \uXXXX."""
    codecs.register_error("sgns_tui.numbers", _numbers)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="sgns_tui.numbers")


def _numbers(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    codes = map(ord, error.object[error.start : error.end])
    return "".join(f"\\u{c:04x}" if c < 0x10000 else f"\\U{c:08x}" for c in codes), error.end


def ascii_output() -> bool:
    """Tell whether standard output can carry nothing beyond ASCII."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "").replace("_", "")
    return not encoding.startswith("utf")


def print_lines(lines: Iterable[Text]) -> None:
    """Print lines whole, however long; styled on a terminal only, without colour under NO_COLOR.

    The lines come from render functions, so that nothing in them is markup or a control character.
    """
    from rich.console import Console
    from rich.theme import Theme

    from sgns_tui.render.roles import PRINTED

    console = Console(
        highlight=False,
        markup=False,
        emoji=False,
        theme=Theme(PRINTED, inherit=False),
        no_color=True if os.environ.get("NO_COLOR") else None,
    )
    for line in lines:
        if console.is_terminal:
            console.print(line, soft_wrap=True)
        else:
            sys.stdout.write(line.plain + "\n")


def print_paragraph(line: str) -> None:
    """Print a line, on a terminal broken between words; it is safe to show already."""
    from sgns_tui.text import wrapped

    cells = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    for part in wrapped(line, cells) if cells else [line]:
        sys.stdout.write(part + "\n")


def print_json(value: object) -> None:
    """Print an object as JSON in ASCII, so that any pipe carries it."""
    sys.stdout.write(json.dumps(value, allow_nan=False, indent=2) + "\n")
