"""Textual's parser of keys, which raises for some sequences that no keyboard sends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual._xterm_parser import XTermParser
from textual.message import Message

_SEQUENCES = re.compile(r"\x1b?[^\x1b]*", re.DOTALL)


class KeyParser:
    """Turns input into messages; a sequence that cannot be read is dropped, what follows is not."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)

    def feed(self, text: str) -> Iterator[Message]:
        """Yield what the input says."""
        for part in _SEQUENCES.findall(text):
            if part:
                yield from self._safe(part)

    def tick(self) -> Iterator[Message]:
        """Yield what had to wait until nothing followed it, such as Escape."""
        yield from self._safe(None)

    def _safe(self, part: str | None) -> Iterator[Message]:
        try:
            yield from self._parser.tick() if part is None else self._parser.feed(part)
        except (ValueError, OverflowError, LookupError):
            self._parser = XTermParser(self._debug)
