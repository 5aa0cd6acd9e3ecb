"""Which front end the bare command opens."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from sgns_tui.i18n import _
from sgns_tui.terminal.checks import Decision, Way, may_open_screen


def choose_front_end(plain: bool, text: str | None) -> Decision:
    """Return the front end, and why it is not the screen where that is so.

    `--plain` always reads commands; so does a terminal that can do no more. Where one of the
    standard streams is no terminal, or the text comes from standard input, the step is printed.
    """
    if plain:
        return Decision(Way.PLAIN)
    if text == "-":
        return Decision(Way.PRINT, _("the text comes from standard input"))
    return may_open_screen(
        stdin_tty=_is_terminal(sys.stdin),
        stdout_tty=_is_terminal(sys.stdout),
        stderr_tty=_is_terminal(sys.stderr),
        term=os.environ.get("TERM"),
    )


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
