"""Keys that arrive faster than screens open and close: none reaches what is no longer there."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.command import CommandPalette

from tests.tui.piloting import Hand, in_loop, opened


async def burst(hand: Hand, *keys: str) -> None:
    """Send keys all at once, as a fast hand or a slow line does."""
    for key in keys:
        hand.app.post_message(events.Key(key, key if len(key) == 1 else None))
    for _ in range(3):
        await hand.pilot.pause()


@pytest.mark.parametrize(
    ("opening", "ahead"),
    [
        ("O", ("escape", "escape")),
        ("O", ("a", "enter", "enter")),
        ("O", ("escape", "a", "escape", "enter")),
        ("?", ("escape", "escape")),
        ("?", ("q", "q", "q")),
        (":", ("escape", "escape")),
        (":", ("p", "escape")),
        (":", ("p", "l", "escape", "a", "enter")),
        ("q", ("n", "n")),
        ("q", ("escape", "escape", "x")),
    ],
)
@pytest.mark.parametrize("screen", ["1", "2"])
@in_loop
async def test_what_is_left_once_is_not_left_twice(
    opening: str, ahead: tuple[str, ...], screen: str
) -> None:
    async with opened("pair") as hand:
        await hand.press(screen, "+")  # a change, so that q asks
        front = hand.app.front
        await hand.press(opening)
        assert hand.app.screen is not front
        await burst(hand, *ahead)
        assert hand.app.is_running
        assert hand.app.screen is hand.app.front is front


@pytest.mark.parametrize("opening", ["O", "question_mark", "q"])
@in_loop
async def test_what_is_asked_for_twice_opens_once(opening: str) -> None:
    async with opened() as hand:
        await hand.press("+")
        await burst(hand, opening, opening)
        await burst(hand, "escape")
        assert hand.app.screen is hand.app.front


@in_loop
async def test_a_palette_that_was_left_looks_for_nothing() -> None:
    async with opened() as hand:
        await hand.press(":")
        palette = hand.app.screen
        assert isinstance(palette, CommandPalette)
        await hand.press("escape")
        palette._gather_commands("play")  # as a letter typed just before Esc has it do
        palette.dismiss()
        await hand.pilot.pause()
        assert hand.app.is_running
        assert hand.app.screen is hand.app.front


@pytest.mark.parametrize("opening", ["O", "?", ":"])
@in_loop
async def test_no_palette_opens_over_what_is_open(opening: str) -> None:
    async with opened() as hand:
        await hand.press(opening)
        over = hand.app.screen
        await hand.press("ctrl+p")
        assert hand.app.screen is over
        await burst(hand, "p", "escape", "escape")
        assert hand.app.screen is hand.app.front


@in_loop
async def test_everything_may_be_opened_in_a_terminal_of_any_size() -> None:
    async with opened(size=(80, 24)) as hand:
        for size in ((1, 1), (2, 9), (9, 2), (12, 5), (20, 5), (59, 19)):
            await hand.resize(*size)
            for screen in "12":
                await hand.press(screen)
                for opening in ("?", "O", ":", "u", "g", "l", "/", "S", "X", "T"):
                    await hand.press(opening)
                    assert hand.app.is_running
                    await burst(hand, "escape", "escape")
                    assert hand.app.screen is hand.app.front


@pytest.mark.parametrize("opening", ["O", ":", "?"])
@pytest.mark.parametrize("key", ["pageup", "pagedown", "home", "end", "up", "down"])
@in_loop
async def test_a_list_without_room_may_be_paged(opening: str, key: str) -> None:
    async with opened(size=(80, 24)) as hand:
        for size in ((1, 1), (20, 2), (80, 24)):
            await hand.resize(*size)
            await hand.press(opening)
            await burst(hand, "down", key, key)
            await burst(hand, "p", "pageup", "pagedown", key)
            assert hand.app.is_running
            await burst(hand, "escape", "escape")
            assert hand.app.screen is hand.app.front


@pytest.mark.parametrize("first", [True, False])
@in_loop
async def test_keys_on_their_way_are_not_overtaken_by_those_given_to_a_line_at_once(
    first: bool,
) -> None:
    async with opened("groups") as hand:
        await hand.press("2")
        screen = hand.app.front
        if not first:
            await hand.press("/", "escape")
        way = screen.focused
        assert way is not None
        way.post_message(events.Key("w", "w"))  # given to the pane before the line is asked for
        screen.act("find")
        while screen.focused is way:
            await asyncio.sleep(0)
        for key in "40":
            assert screen.focused is not None
            screen.focused.post_message(events.Key(key, key))
        await hand.until(lambda: hand.prompt.value == "w40")
