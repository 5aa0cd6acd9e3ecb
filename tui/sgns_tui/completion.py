"""Completing the last word that was typed, one way after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class Completion:
    """Makes each Tab take the next word that begins as what was typed.

    beginning: returns the words that begin with a text, the likeliest first.
    """

    def __init__(self, beginning: Callable[[str], Iterable[str]], signs: str = "") -> None:
        """Complete words between blanks, and behind any of `signs`."""
        self._beginning = beginning
        self._signs = signs
        self._made = ""
        self._head = ""
        self._ways: list[str] = []
        self._next = 0

    def __call__(self, text: str) -> str:
        """Return the text with its last word completed; as it is where nothing begins so."""
        if not self._ways or text != self._made:
            cut = 1 + max(text.rfind(sign) for sign in (" ", *self._signs))
            self._head = text[:cut]
            begun = text[cut:]
            self._ways = list(self._beginning(begun)) if begun else []
            self._next = 0
        if not self._ways:
            return text
        self._made = self._head + self._ways[self._next % len(self._ways)]
        self._next += 1
        return self._made
