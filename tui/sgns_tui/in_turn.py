"""What is to be done once all keys typed before it were dealt with, wherever these are by now.

A key goes to what has the focus and up from there, through a queue at each place. What the app did
at once would overtake it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Input


def way_of_keys(app: App[Any]) -> list[MessagePump]:
    """Return what a key that is typed now goes through; a line to type into is its end."""
    first = app.focused or app.screen
    if isinstance(first, Input):
        return [first]
    return list(takewhile(lambda place: place is not app, first.ancestors_with_self))


def in_turn(way: Sequence[MessagePump], do: Callable[[], object]) -> None:
    """Do something behind what waits in each queue on a way; one that is closed is passed by."""
    for number, place in enumerate(way, start=1):
        if place.call_later(in_turn, way[number:], do):
            return
    do()


def after_keys(app: App[Any], do: Callable[[], object]) -> None:
    """Do something after all keys typed so far, also where one of them leads the rest elsewhere."""
    _follow(app, app.screen, way_of_keys(app), do)


def _follow(
    app: App[Any], screen: Screen[Any], way: list[MessagePump], do: Callable[[], object]
) -> None:
    def arrived() -> None:
        now = way_of_keys(app)
        if app.screen is not screen:
            app.call_later(after_keys, app, do)  # keys came back to the app to go there
        elif now != way:
            _follow(app, screen, now, do)
        else:
            do()

    in_turn(way, arrived)
