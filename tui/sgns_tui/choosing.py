"""Which front end the bare command opens."""

from __future__ import annotations

import os
import sys
from typing import Literal

from sgns_tui.i18n import _

FrontEnd = Literal["screen", "plain", "print"]


def choose_front_end(plain: bool, text: str | None) -> tuple[FrontEnd, str | None]:
    """Return the front end, and why the first step is only printed where that is so.

    `--plain` always reads commands; so does a terminal that can do no more. Where one of the
    standard streams is no terminal, or the text comes from standard input, the step is printed.
    """
    if plain:
        return "plain", None
    if text == "-":
        return "print", _("the text comes from standard input")
    for stream, name in (
        (sys.stdin, _("standard input")),
        (sys.stdout, _("standard output")),
        (sys.stderr, _("standard error")),
    ):
        if stream is None or not stream.isatty():
            return "print", _("{stream} is no terminal").format(stream=name)
    term = os.environ.get("TERM")
    if not term:
        return "print", _("TERM is not set")
    return "plain" if term == "dumb" else "screen", None
