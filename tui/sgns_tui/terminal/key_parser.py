"""Textual's parser of keys, for whole pieces of input: it never waits, and never guesses.

By itself it gives a sequence that it does not know to the app as single keys, and raises for some
that no keyboard sends.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from sgns_tui.terminal.sequences import ESC, PASTE_END, PASTE_START

_LONGEST = 32  # characters of a sequence; with more Textual takes it for keys


class KeyParser:
    """Turns pieces of `Sequences` into messages; a sequence that says nothing is dropped."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)

    def feed(self, piece: str) -> Iterator[Message]:
        """Yield what a piece says."""
        if piece.startswith(PASTE_START):
            pasted = piece.removeprefix(PASTE_START).removesuffix(PASTE_END)
            yield events.Paste(pasted.replace("\x00", ""))
        elif not piece.startswith(ESC) or len(piece) <= 2:
            yield from self._messages(piece)
            yield from self._left_over()
        elif len(piece) <= _LONGEST and piece[1] in "[O":
            yield from self._messages(piece)
            for _ in self._left_over():
                pass

    def _messages(self, piece: str) -> Iterator[Message]:
        try:
            yield from self._parser.feed(piece)
        except (ValueError, OverflowError, LookupError):
            self._parser = XTermParser(self._debug)

    def _left_over(self) -> Iterator[Message]:
        """Yield what Textual makes of a piece that it would have waited to see go on."""
        if self._parser._timeout_time is not None:
            self._parser._timeout_time = 0.0
            yield from self._parser.tick()
