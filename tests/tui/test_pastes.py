"""What is pasted, wherever a line is typed: one line, shown as it is, and nothing of it is run."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual import events
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widgets import Input

from sgns_tui.pane_app import KeyCommands
from sgns_tui.panes.prompt import Prompt
from sgns_tui.text import one_line
from tests.tui.piloting import Hand, in_loop, opened
from tests.tui.test_text import texts

FIELDS = ["g", "O", ":"]
PASTED = [
    ("42", "42"),
    ("42\n", "42"),
    ("\r\n4\t2\r\n\r\n", "4 2"),
    ("two  blanks.txt", "two  blanks.txt"),
    ("\x1b[31mred\x1b[0m\x07\x00\x7f\x9b", "[31mred[0m"),
    ("a\x85b\u2028c\u2029d\x0be\x0cf", "a b c d e f"),
    ("[bold]x[/] [@click=app.quit]q[/]", "[bold]x[/] [@click=app.quit]q[/]"),
    ("👩\u200d🚀 e\u0301 漢", "👩\u200d🚀 e\u0301 漢"),
    ("\n\x1b\n", ""),
]
anything = st.lists(st.one_of(texts, st.sampled_from([*"[]\\{}$@\"'\n\r\t\x1b"]))).map("".join)


@asynccontextmanager
async def asked(opening: str) -> AsyncIterator[tuple[Hand, Input]]:
    """Open a line to type in: the screen's own, the opener's, the palette's."""
    async with opened() as hand:
        await hand.press(opening)
        field = hand.prompt if hand.app.front.is_asking else hand.app.screen.query_one(Input)
        field.value = ""
        yield hand, field


async def paste(pilot: Pilot[None], text: str) -> None:
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


@pytest.mark.parametrize("opening", FIELDS)
@pytest.mark.parametrize(("pasted", "value"), PASTED)
@in_loop
async def test_a_paste_becomes_one_line(opening: str, pasted: str, value: str) -> None:
    async with asked(opening) as (hand, field):
        await paste(hand.pilot, pasted)
        assert field.value == value
        assert field.cursor_position == len(value)


@pytest.mark.parametrize("opening", FIELDS)
@in_loop
async def test_a_paste_goes_where_the_cursor_is_or_what_is_selected(opening: str) -> None:
    async with asked(opening) as (hand, field):
        await paste(hand.pilot, "ad")
        await hand.pilot.press("left")
        await paste(hand.pilot, "b\nc")
        assert field.value == "ab cd"
        await hand.pilot.press("shift+home", "ctrl+x", "ctrl+v", "ctrl+v")
        assert field.value == "ab cab cd"
        await hand.pilot.press("shift+home")
        await paste(hand.pilot, "x")
        assert field.value == "xd"


def nothing_was_run(hand: Hand) -> None:
    assert hand.app._exception is None
    assert (hand.session.at, hand.session.update, hand.session.is_unsaved) == (0, 0, False)
    assert hand.session.source.name == "worked"
    for line in hand.lines():
        assert [c for c in line if unicodedata.category(c) in ("Cc", "Zl", "Zp")] == [], line


@pytest.mark.parametrize("opening", FIELDS)
@given(data=st.data())
@settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow])
def test_anything_may_be_pasted(opening: str, data: st.DataObject) -> None:
    @in_loop
    async def pasting() -> None:
        async with asked(opening) as (hand, field):
            for _ in range(8):
                text = data.draw(anything)
                field.value = ""
                await paste(hand.pilot, text)
                assert field.value == one_line(text)
                nothing_was_run(hand)
            await hand.pilot.press("escape")
            nothing_was_run(hand)
            assert hand.app.screen is hand.app.front
            assert not hand.app.front.is_asking

    pasting()


@in_loop
async def test_a_paste_where_nothing_asks_is_nothing() -> None:
    async with opened() as hand:
        for key in ("1", "2", "?"):
            await hand.press(key)
            before = hand.text()
            await paste(hand.pilot, "q\n.+\x1b")
            assert hand.text() == before


# ---- the palette


@given(st.lists(anything, min_size=1, max_size=6))
@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@in_loop
async def test_any_query_is_shown_as_typed_and_runs_nothing(queries: list[str]) -> None:
    async with asked(":") as (hand, field):
        for query in [*queries, "[/]", "\\[bold", "$primary"]:
            field.value = ""
            for character in query[:8]:
                key = events.Key(f"key-{ord(character)}", character)
                hand.app.post_message(key)
            await hand.pilot.pause()
            typed = "".join(character for character in query[:8] if character.isprintable())
            assert field.value == typed
            if typed.isascii():
                assert typed.strip() in hand.text()
            await paste(hand.pilot, query)
            assert field.value == typed + one_line(query)
            await hand.app.workers.wait_for_complete()
            nothing_was_run(hand)
            assert hand.app.screen is not hand.app.front


@given(anything.map(str.strip).filter(bool))
@settings(max_examples=30)
@in_loop
async def test_the_search_bears_any_query(query: str) -> None:
    async with opened() as hand:
        commands = KeyCommands(hand.app.front)
        hits = [hit async for hit in commands.search(query)]
        assert all(hit.score > 0 for hit in hits)


@pytest.mark.parametrize("screen", ["1", "2"])
@in_loop
async def test_every_entry_is_shown_as_it_is_written(screen: str) -> None:
    """Keys such as `[` are no markup."""
    async with opened("groups") as hand:
        await hand.press(screen)
        commands = KeyCommands(hand.app.front)
        written = [commands._shown(key) for key, _run in commands._actions()]
        await hand.press(":")
        await hand.app.workers.wait_for_complete()
        await hand.pilot.pause()
        shown = hand.app.screen.query_one(CommandList)
        options = [str(shown.get_option_at_index(n).prompt) for n in range(shown.option_count)]
        assert sorted(options) == sorted("\n".join(entry) for entry in written)


# ---- names that hold what no one types


@pytest.mark.parametrize("name", ["a\nb\x1b[2J\r\t.json", "\u2028\x9b\x07.json", "\udcff.json"])
@in_loop
async def test_a_file_of_any_name_is_asked_for_in_one_line(name: str, tmp_path: Path) -> None:
    path = os.path.join(tmp_path, name)  # noqa: PTH118 - as a person may have named it
    async with opened() as hand:
        hand.app.save(path)
        assert Path(path).exists()
        await hand.press("S")
        assert isinstance(hand.app.focused, Prompt)
        assert hand.prompt.value == path
        nothing_was_run(hand)
        strip = hand.prompt.render_line(0)
        assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in strip.text)
        assert len([line for line in hand.lines() if ".json" in line]) == 1
        await hand.pilot.press("shift+home", "ctrl+x", "ctrl+v")
        assert hand.app._exception is None
        assert hand.prompt.value == path
