"""What people type on the Explore screen: numbers, axes, and why they cannot be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sgns_core.errors import InvalidInput
from sgns_tui.explore_drawn import MOST_WORDS
from sgns_tui.i18n import explain

T = TypeVar("T")


def tried(do: Callable[[], T]) -> tuple[T | None, str | None]:
    """Return what something gives and None, or None and why it cannot be done."""
    try:
        return do(), None
    except InvalidInput as error:
        return None, explain(error)


def whole(text: str) -> int:
    """Return a number of words as it is typed; InvalidInput for anything else."""
    if not text.strip().isdecimal() or not 1 <= int(text[:9]) <= MOST_WORDS:
        raise InvalidInput(
            "{text} is no whole number from 1 to {most}", text=text[:20], most=MOST_WORDS
        )
    return int(text)


def whole_wrong(text: str) -> str | None:
    """Return why a text is no number of words, None where it is one."""
    return tried(lambda: whole(text))[1]


def two_axes(text: str) -> tuple[str, str]:
    """Return the pairs across and the pairs up, with ; between them."""
    across, sign, up = text.partition(";")
    if not sign or ":" not in across or ":" not in up:
        raise InvalidInput("write two axes with ; between them: man:woman ; past:present")
    return across, up


def two_numbers(text: str) -> tuple[int, int]:
    """Return two components, from 0, which are typed from 1."""
    parts = text.replace(",", " ").split()
    if len(parts) != 2 or not all(part.isdecimal() and len(part) < 8 for part in parts):
        raise InvalidInput("write two numbers with a blank between them: 1 2")
    return int(parts[0]) - 1, int(parts[1]) - 1
