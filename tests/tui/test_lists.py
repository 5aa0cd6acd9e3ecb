"""Lists before they are laid out, and what is above a screen when keys come in bursts."""

from __future__ import annotations

import pytest
from textual import events

from tests.tui.piloting import in_loop, opened


@pytest.mark.parametrize("key", ["pagedown", "pageup", "home", "end", "up", "down", "enter"])
@pytest.mark.parametrize("opener", [":", "O"])
def test_a_page_is_turned_before_there_is_a_list(opener: str, key: str) -> None:
    @in_loop
    async def press() -> None:
        for size in ((120, 36), (3, 2), (1, 1)):
            async with opened(size=size) as hand:
                await hand.pilot.press("colon" if opener == ":" else opener)
                for _ in range(5):
                    hand.app.post_message(events.Key(key, None))
                await hand.pilot.pause()
                await hand.pilot.press(key, "tab", key)
                await hand.resize(1, 1)
                await hand.pilot.press(key, "tab", key)

    press()


@pytest.mark.parametrize("opener", ["colon", "O", "question_mark"])
@pytest.mark.parametrize("key", ["escape", "enter", "ctrl+c"])
def test_what_is_above_goes_once_and_no_key_is_lost(opener: str, key: str) -> None:
    @in_loop
    async def press() -> None:
        async with opened() as hand:
            await hand.pilot.press(opener)
            for name in [key] * 4 if key == "escape" else [key, key]:
                hand.app.post_message(events.Key(name, None))
            await hand.pilot.pause()
            if key == "escape":
                assert hand.app.screen is hand.app.front
                await hand.pilot.press("right")
                assert hand.session.at == 1

    press()


@in_loop
async def test_keys_that_come_too_late_are_those_of_the_screen_below() -> None:
    async with opened() as hand:
        await hand.pilot.press("question_mark")
        for key in ("escape", "right", "right", "right"):
            hand.app.post_message(events.Key(key, None))
        for _ in range(5):
            await hand.pilot.pause()
        assert hand.session.at == 3


@in_loop
async def test_an_answer_counts_once() -> None:
    async with opened() as hand:
        await hand.press("+", "q")
        given: list[bool | None] = []
        hand.app.exit = lambda *args, **kwargs: given.append(True)  # type: ignore[method-assign]
        for _ in range(3):
            hand.app.post_message(events.Key("y", "y"))
        await hand.pilot.pause()
        assert given == [True]


@in_loop
async def test_the_palette_goes_while_it_still_looks() -> None:
    async with opened() as hand:
        for _ in range(8):
            for key in ("colon", "a", "b", "escape", "escape"):
                hand.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await hand.pilot.pause()
        await hand.press("right")
