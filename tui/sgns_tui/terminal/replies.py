"""What the terminal says by itself is taken out of the input before it can look like typing.

Textual gives a sequence it does not know to the app as single keys; the late answer of a slow line
would be typed into whatever has the focus.
"""

from __future__ import annotations

import re

_REPLY = re.compile(
    r"\x1b\[(?P<report>\d+;\d+R)"  # the cursor's place
    r"|\x1b\[[?>=][\d;]*[cnu]"  # what the terminal is, how it is, its keyboard mode
    r"|\x1b\[\d+n"
    r"|\x1b\[[4689];[\d;]*t"  # sizes, other than the 48;...t that Textual asks for
    r"|\x1b\]\d[^\x07\x1b]*(?:\x07|\x1b\\)"  # colours, titles, the clipboard
    r"|\x1b[PX^_][^\x07\x1b]*\x1b\\"
)
_UNFINISHED = re.compile(
    r"\x1b(?:\[(?:[?>=]?\d[\d;]*|[?>=])?|\](?:\d[^\x07\x1b]*\x1b?)?|[PX^_][^\x07\x1b]*\x1b?)\Z"
)
_LONGEST = 4096  # characters of a reply that is waited for


class Replies:
    """Cuts replies out of a stream of input that may break anywhere."""

    def __init__(self) -> None:
        self._held = ""

    @property
    def holding(self) -> bool:
        """Whether the start of what may be a reply waits for its end."""
        return bool(self._held)

    def feed(self, text: str, *, expecting: bool) -> tuple[str, int]:
        """Return the input without replies, and how many reports of the cursor's place there were.

        An unfinished start is held back: what is not finished soon was alt and a key, which mean
        nothing here. Only where answers are `expected` is a report taken for one: F3 with shift or
        ctrl looks the same.
        """
        text = self.release() + text
        reports = 0

        def cut(match: re.Match[str]) -> str:
            nonlocal reports
            if match["report"]:
                if not expecting:
                    return match[0]
                reports += 1
            return ""

        if "\x1b" in text:
            text = _REPLY.sub(cut, text)
            unfinished = _UNFINISHED.search(text)
            if unfinished and len(unfinished[0]) <= _LONGEST:
                self._held = unfinished[0]
                text = text[: unfinished.start()]
        return text, reports

    def release(self) -> str:
        """Give back what was held; it was no reply."""
        held, self._held = self._held, ""
        return held
