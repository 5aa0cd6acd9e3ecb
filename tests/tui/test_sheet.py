"""Lines as strips: quicker than Textual's own way, and the same to look at."""

from __future__ import annotations

from itertools import groupby

import pytest
from rich.text import Text
from textual.strip import Strip
from textual.visual import Visual

from sgns_tui.panes.looks import content
from sgns_tui.panes.pane import Line
from sgns_tui.render.roles import HEADING, NEGATIVE, NEW, QUIET, TARGET
from tests.tui.piloting import in_loop, opened


def stacked() -> Text:
    line = Text("one two three four", QUIET)
    line.stylize(TARGET, 4, 13)
    line.stylize(NEW, 8, 99)
    line.append(" five", HEADING)
    return line


LINES = {
    "empty": Text(),
    "plain": Text("plain"),
    "one role": Text("a heading", HEADING),
    "pieces": Text.assemble(("a", TARGET), " b ", ("c", NEGATIVE), ("", NEW)),
    "one over the other": stacked(),
    "too long": Text("x" * 300, QUIET),
    "wide": Text.assemble(("漢字", TARGET), " e\u0301 ", ("👍", NEW), "漢" * 80),
    "no markup": Text("[bold]x[/] $heading"),
    "an unknown role": Text("a", "no-role"),
}


def cells(strip: Strip) -> list[tuple[str, object]]:
    """Return a strip as its longest pieces of one look."""
    looks = ((segment.style, segment.text) for segment in strip if segment.text)
    return [
        ("".join(text for _, text in group), style)
        for style, group in groupby(looks, key=lambda look: look[0])
    ]


@pytest.mark.parametrize("name", LINES)
@in_loop
async def test_a_line_looks_as_textual_would_draw_it(name: str) -> None:
    async with opened() as hand:
        sheet = hand.app.screen.query_one("#footer", Line)
        sheet.show(LINES[name])
        await hand.pilot.pause()
        style = sheet.visual_style
        theirs = Visual.to_strips(sheet, content([LINES[name]]), sheet.size.width, 1, style)
        wanted = theirs[0] if theirs else Strip.blank(sheet.size.width, style.rich_style)
        wanted = wanted.adjust_cell_length(sheet.size.width, style.rich_style)
        assert cells(sheet.render_line(0)) == cells(wanted)
