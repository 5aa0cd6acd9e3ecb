"""Whether the screen may open, or lines of text serve better."""

from __future__ import annotations

from enum import Enum

from sgns_core.record import record


class Way(Enum):
    """How the program shows itself."""

    SCREEN = "screen"  # the full-screen app
    PLAIN = "plain"  # commands and answers, line by line
    PRINT = "print"  # the first step as text, then the end


@record
class Decision:
    """The way, and where it is not the screen, why not, as the end of a sentence."""

    way: Way
    reason: str = ""


def may_open_screen(
    *, stdin_tty: bool, stdout_tty: bool, stderr_tty: bool, term: str | None
) -> Decision:
    """Decide from the three standard streams and TERM (None or empty: not set)."""
    if stdin_tty and stdout_tty and stderr_tty:
        if term and term not in {"dumb", "unknown"}:
            return Decision(Way.SCREEN)
        if term == "dumb":
            return Decision(Way.PLAIN, "TERM is dumb")
        return Decision(Way.PRINT, "TERM is unknown" if term else "TERM is not set")
    streams = {
        "standard input": stdin_tty,
        "standard output": stdout_tty,
        "standard error": stderr_tty,
    }
    missing = [name for name, is_terminal in streams.items() if not is_terminal]
    return Decision(Way.PRINT, f"{' and '.join(missing)} {_is_not(len(missing))}")


def _is_not(count: int) -> str:
    return "is not a terminal" if count == 1 else "are not terminals"
