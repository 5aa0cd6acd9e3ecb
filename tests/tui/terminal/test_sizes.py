"""Every screen, and what stands above it, in the smallest and the largest terminal."""

from __future__ import annotations

import pytest

from tests.tui.terminal.test_step_program import home, start

__all__ = ["home"]  # the fixture

NEEDS = "Needs 60x20; this is"


# What each screen shows wherever keys have led it.
SHOWN = ("gather", "separation", "Bars", "dpr",
         "Optimum", "full softmax", "the rows themselves")  # fmt: skip
OPENED = {
    "?": "Esc goes back",
    "O": "Open:",
    ":": "Search for commands",
    "g": "Go to which update?",
    "/": "Find which word?",
    "S": "which file?",
}


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (59, 19)])
def test_where_there_is_no_room_it_says_so_whatever_is_typed(
    home: dict[str, str], size: tuple[int, int]
) -> None:
    columns, rows = size

    def says_so() -> bool:
        return terminal.screen_text().startswith(NEEDS[:columns])

    with start(home, "--example", "groups") as terminal:
        for number, shown in [*enumerate(SHOWN, start=1), (1, SHOWN[0])]:
            terminal.resize(columns, rows)
            terminal.wait_for(says_so)
            assert len(terminal.screen_text().splitlines()) <= rows
            terminal.press(str(number))
            terminal.resize(120, 36)
            terminal.wait_for(shown)
            terminal.resize(columns, rows)
            terminal.wait_for(says_so)
            terminal.press("tab", "down", "right", "pagedown")
        for opening, mark in OPENED.items():
            terminal.press(opening, "down", "pageup", "end", "left")
            terminal.resize(120, 36)
            terminal.wait_for(mark)
            terminal.press("escape")
            terminal.wait_for(lambda: mark not in terminal.screen_text())  # noqa: B023
            terminal.wait_for("q quit")
            terminal.resize(columns, rows)
            terminal.wait_for(says_so)
        terminal.resize(120, 36)
        for number, shown in enumerate(SHOWN, start=1):
            terminal.press(str(number))
            terminal.wait_for(shown)


def test_every_screen_fills_the_largest(home: dict[str, str]) -> None:
    with start(home, "--example", "groups", size=(500, 200)) as terminal:
        for number, shown in enumerate(SHOWN, start=1):
            terminal.press(str(number))
            terminal.wait_for(shown)
            terminal.press("tab", "down", "right", "pagedown")
        terminal.press("1")
        terminal.wait_for("gather")
