"""Lists before they are laid out, and what is above a screen when keys come in bursts."""

from __future__ import annotations

import pytest
from textual import events

from sgns_tui.screens.over import Palette
from tests.tui.piloting import in_loop, opened


@pytest.mark.parametrize("key", ["pagedown", "up", "enter"])
@pytest.mark.parametrize("opener", [":", "O"])
def test_a_page_is_turned_before_there_is_a_list(opener: str, key: str) -> None:
    @in_loop
    async def press() -> None:
        for size in ((120, 36), (3, 2)):
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
            for _ in range(5):
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
        for _ in range(5):
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


@in_loop
async def test_keys_reach_a_palette_before_its_list_is_there_and_after_it_has_gone() -> None:
    async with opened() as hand:
        palette = Palette()
        hand.app.push_screen(palette)
        for _ in range(2):
            palette._action_command_list("page_up")
            palette._action_cursor_down()
            hand.app.pop_screen()
            hand.app.push_screen(palette)
        await hand.pilot.pause()
        assert hand.app.screen is palette


@pytest.mark.parametrize("keys", [("+", "q"), ("O",), ("?",)])
@pytest.mark.parametrize("late", ["d", "y", "n", "escape", "enter", "q"])
def test_what_ctrl_c_took_down_bears_the_keys_that_were_on_their_way(
    keys: tuple[str, ...], late: str
) -> None:
    @in_loop
    async def press() -> None:
        async with opened() as hand:
            await hand.press(*keys)
            above = hand.app.screen
            assert above is not hand.app.front
            above.post_message(events.Key("a", "a"))
            hand.app.action_interrupt()
            above.post_message(events.Key(late, late if len(late) == 1 else None))
            for _ in range(3):
                await hand.pilot.pause()
            assert hand.app.screen is hand.app.front
            assert hand.app._exception is None

    press()
