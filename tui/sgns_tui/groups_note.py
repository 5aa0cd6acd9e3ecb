"""What to say of a groups file whose words are not all known, or are named more than once."""

from __future__ import annotations

from sgns_core.groups_file import WordGroups
from sgns_tui.i18n import _
from sgns_tui.text import shortened, visible, width

_NAMED = 20  # words that are named at most
_WORD = 12  # cells of each at most
_FILE = 24


def groups_note(
    given: WordGroups | None,
    file: str | None,
    ascii_only: bool = False,
    cells: int | None = None,
) -> str | None:
    """Return how many words of a file are unknown and which it names twice; None for neither.

    Where it would take more than `cells`, fewer words are named and the others counted.
    """
    if given is None or file is None or not (given.unknown or given.double):
        return None
    double = list(dict.fromkeys(given.double))
    name = shortened(visible(file, ascii_only), _FILE, ascii_only)
    for count in range(min(len(double), _NAMED), -1, -1):
        parts = []
        if given.unknown:
            known = int((given.labels >= 0).sum())
            parts.append(
                _("{n} of its {all} words are unknown here").format(
                    n=f"{len(given.unknown):,}", all=f"{known + len(given.unknown):,}"
                )
            )
        if double:
            words = _words(double, count, ascii_only)
            parts.append(_("named twice, the first group counts: {words}").format(words=words))
        said = f"{name}: {'; '.join(parts)}"
        if cells is None or width(said) <= cells:
            break
    return said


def _words(words: list[str], count: int, ascii_only: bool) -> str:
    """Return so many of the words, and how many more there are."""
    named = ", ".join(
        shortened(visible(word, ascii_only), _WORD, ascii_only) for word in words[:count]
    )
    more = f"{len(words) - count:,}"
    if not named:
        return _("{n} words").format(n=more)
    return named if count == len(words) else _("{words} and {n} more").format(words=named, n=more)
