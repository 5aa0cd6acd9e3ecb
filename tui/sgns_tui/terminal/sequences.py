"""Input that may break anywhere, cut into whole pieces: text, sequences, pastes, a lone Escape.

Behind Esc and one of `[ ] P X ^ _ O` nothing can come but a sequence: its end is waited for, on a
slow line for seconds, and none of it is ever taken for typing. Only Esc alone can mean two things.
"""

from __future__ import annotations

import enum
import re

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.constants import ESCAPE_DELAY

from sgns_tui.terminal.replies import late_reply

ESC = "\x1b"
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
HELD_TIME = 3.0  # seconds that the end of a sequence is waited for
LONGEST = 4096  # characters of a sequence that is waited for

_TEXT = re.compile(r"[^\x1b]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_STRINGS = frozenset("]PX^_")
# A hand may begin a string too, with alt and a key. What a terminal says in one begins so:
_STRING_BEGINS = {"]": re.compile("[0-9lLI]"), "P": re.compile("[^A-Za-z]")}
_MOUSE_LENGTH = 6  # Esc [ M, then a button and two places as one character each


class _Step(enum.Enum):
    """What one more character makes of a sequence that was begun."""

    MORE = enum.auto()
    WHOLE = enum.auto()
    BROKEN = enum.auto()  # the character does not belong to it


class Sequences:
    """Cuts a stream of input into whole pieces, with the time handed in.

    A piece is text without Esc, `"\\x1b"` for Escape, a sequence that begins with it, or a paste
    from `PASTE_START` to `PASTE_END`.
    """

    def __init__(self) -> None:
        self._held = ""  # a sequence that was begun
        self._since = 0.0  # when
        self._paste: list[str] | None = None  # what of a paste is there
        self._paste_tail = ""  # what of it may be the start of its end
        self._escaped: float | None = None  # when Esc was given for Escape, if nothing came since

    @property
    def holding(self) -> bool:
        """Whether a sequence waits for its end."""
        return bool(self._held)

    def feed(self, text: str, now: float) -> list[str]:
        """Return the pieces that are whole; `now` in seconds, of any clock that only goes on."""
        pieces: list[str] = []
        if text and self._escaped is not None:
            if now - self._escaped <= HELD_TIME:
                text = text[late_reply(text) :]
            self._escaped = None
        at = 0
        while at < len(text):
            if self._paste is not None:
                at = self._feed_paste(text, at, self._paste, pieces)
            elif self._held:
                at = self._feed_sequence(text, at, now, pieces)
            elif plain := _TEXT.match(text, at):
                pieces.append(plain[0])
                at = plain.end()
            else:
                self._held, self._since = ESC, now
                at += 1
        return pieces

    def idle(self, now: float) -> list[str]:
        """Return what has waited long enough, when nothing more is there to be read.

        Esc that nothing has followed was the key. What else has no end by then is dropped.
        """
        waited = now - self._since
        if self._held == ESC and waited >= ESCAPE_DELAY:
            self._held, self._escaped = "", now
            return [ESC]
        if self._held and waited > HELD_TIME:
            self._held = ""
        return []

    def _feed_paste(self, text: str, at: int, paste: list[str], pieces: list[str]) -> int:
        data = self._paste_tail + text[at:]
        end = data.find(PASTE_END)
        if end < 0:
            cut = max(0, len(data) - len(PASTE_END) + 1)
            paste.append(data[:cut])
            self._paste_tail = data[cut:]
            return len(text)
        end += len(PASTE_END)
        pieces.append("".join([PASTE_START, *paste, data[:end]]))
        at += end - len(self._paste_tail)
        self._paste, self._paste_tail = None, ""
        return at

    def _feed_sequence(self, text: str, at: int, now: float, pieces: list[str]) -> int:
        held, character = self._held, text[at]
        step = _step(held, character)
        if step is _Step.BROKEN:
            if held == ESC:  # and Esc again
                pieces.append(held)
            again = held.endswith(ESC) and len(held) > 1  # an Esc that did not end the string
            self._held, self._since = (ESC, now) if again else ("", self._since)
            return at
        held += character
        if step is _Step.MORE:
            self._held = held if len(held) <= LONGEST else ""
            return at + 1
        self._held = ""
        if held == PASTE_START:
            self._paste = []
        else:
            pieces.append(held)
        return at + 1


def _step(held: str, character: str) -> _Step:
    if held == ESC:
        if character == ESC:
            return _Step.BROKEN
        return _Step.MORE if character in _STRINGS or character in "[O" else _Step.WHOLE
    if held[1] == "[":
        return _control_step(held, character)
    if held[1] == "O":
        if character.isascii() and character.isalpha():
            return _Step.WHOLE
        return _Step.MORE if character in "0123456789;" else _Step.BROKEN
    return _string_step(held, character)


def _control_step(held: str, character: str) -> _Step:
    """Go on with Esc [: parameters and one final character, with the exceptions there are."""
    if not " " <= character <= "~" and not held.startswith("\x1b[M"):
        return _Step.BROKEN
    if held == "\x1b[[":  # Linux's own F1 to F5
        return _Step.WHOLE if character in "ABCDE" else _Step.BROKEN
    if held.startswith("\x1b[M"):
        if _CONTROL.match(character):
            return _Step.BROKEN
        return _Step.WHOLE if len(held) + 1 == _MOUSE_LENGTH else _Step.MORE
    whole = held + character
    if character <= "?":
        return _Step.WHOLE if whole in ANSI_SEQUENCES_KEYS else _Step.MORE  # rxvt's end in $
    return _Step.MORE if whole in ("\x1b[[", "\x1b[M") else _Step.WHOLE


def _string_step(held: str, character: str) -> _Step:
    """Go on with what the terminal says at length: until BEL, or Esc and a backslash."""
    if held.endswith(ESC):
        return _Step.WHOLE if character == "\\" else _Step.BROKEN
    if len(held) == 2:
        begins = _STRING_BEGINS.get(held[1])
        if begins is not None and not begins.match(character):
            return _Step.BROKEN
    if character == "\x07":
        return _Step.WHOLE
    if character != ESC and _CONTROL.match(character):
        return _Step.BROKEN
    return _Step.MORE
