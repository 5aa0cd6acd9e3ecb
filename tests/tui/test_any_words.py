"""Any words at all, on every screen and in what stands above them: shown, and nothing obeyed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from rich.text import Text

from sgns_tui.app import SCREENS
from sgns_tui.opening import SourceOptions
from sgns_tui.panes.pane import Line, Pane
from sgns_tui.recent import RecentFiles
from tests.tui.models import HOSTILE_WORDS, write_model
from tests.tui.piloting import Hand, in_loop, opened
from tests.tui.test_text import obeyed, texts

word = st.one_of(texts, st.sampled_from(HOSTILE_WORDS)).filter(bool)
vocabularies = st.lists(word, min_size=4, max_size=8, unique=True)
LONG = [letter * 30 for letter in "ab漢ж"] + ["👩\u200d🚀" * 9, "\u202eevil", "e\u0301", "\ud800"]
WIDE_IN_NARROW = [
    "\u2028import os",
    "[bold red]b[/]",
    "\U000f6292\u20296\x99\u200bU2\xc1\u202e",
    "{0}%s",
]
SIZES = [(120, 36), (80, 24), (60, 20)]
# What a pane draws with itself (braille of a plot, the blank cell among it) is no text.
DRAWN = {chr(code) for code in range(0x2800, 0x2900)}


def texts_of(hand: Hand) -> Iterator[tuple[str, Text, int]]:
    """Return all lines of a screen's panes and edges, where from, and the cells there are."""
    front = hand.app.front
    for name, widget in (*front.panes.items(), *front.edges.items()):
        if not widget.display or not widget.size:
            continue
        assert isinstance(widget, Line | Pane)
        for line in widget._lines:
            yield f"{front.NAME} {name}", line, widget.size.width
        if isinstance(widget, Pane):
            for framed in widget.frame():
                if isinstance(framed, Text):
                    yield f"{front.NAME} {name} framed", framed, widget.size.width


def check(hand: Hand) -> None:
    """Check every line of the screen in front, and then what is drawn of it."""
    for where, line, cells in texts_of(hand):
        plain = "".join(c for c in line.plain if c not in DRAWN)
        assert obeyed(plain) == [], (where, plain)
        assert line.cell_len <= cells, (where, line.plain, cells)
    check_drawn(hand)


def check_drawn(hand: Hand) -> None:
    for line in hand.lines():
        controls = [c for c in line if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")]
        assert controls == [], line


# Not made smaller when it fails: each example is a program with seven screens.
@settings(max_examples=1, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(
    glyphs=st.sampled_from(["ascii", "unicode"]),
    words=vocabularies,
    size=st.sampled_from(SIZES),
    message=texts,
)
@example(glyphs="unicode", words=LONG, size=(120, 36), message="\x1b]0;title\x07")
@example(glyphs="unicode", words=WIDE_IN_NARROW, size=(60, 20), message="")
@in_loop
async def test_any_words_on_every_screen(
    glyphs: str, words: list[str], size: tuple[int, int], message: str
) -> None:
    with TemporaryDirectory() as folder:
        model = write_model(Path(folder) / "model.json", words)
        recent = RecentFiles(Path(folder) / "state")
        for name in words:
            recent.add(f"/{name}/{name}")
        source = SourceOptions(model=str(model))
        async with opened(source, size, glyphs=glyphs, recent=recent) as hand:
            for name in SCREENS:
                hand.app.go_to_screen(name)
                await hand.pilot.pause()
                await hand.press("right", "right", "down")
                check(hand)
            front = hand.app.front
            front.say(front.shown(message))
            await hand.pilot.pause()
            check(hand)
            for opener in ("O", ":", "?"):
                hand.app.go_to_screen("step")
                await hand.press(opener)
                check_drawn(hand)
                await hand.press("escape")
            assert hand.app._exception is None
