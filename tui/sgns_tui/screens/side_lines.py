"""What stands beside the map, made again only where it may have changed."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from sgns_tui.render.roles import WARNING
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.train.loss import LossView, number_lines, plot_of
from sgns_tui.render.train.now import now_lines
from sgns_tui.render.train.updates import update_lines
from sgns_tui.render.train.word import word_lines
from sgns_tui.screens.slow_lines import SlowLines
from sgns_tui.text import wrapped
from sgns_tui.watching import TrainFrame

SECONDS_A_PLOT = 0.5


class SideLines:
    """The lines of the panes beside a map, kept from picture to picture.

    paint_in: asks for another paint after so many seconds.
    """

    def __init__(self, paint_in: Callable[[float], object], ascii_only: bool) -> None:
        self._ascii_only = ascii_only
        self._kept: dict[str, tuple[object, tuple[int, ...], list[Text]]] = {}
        self._plot = SlowLines(paint_in, SECONDS_A_PLOT)

    def lines(self, name: str, frame: TrainFrame, room: tuple[int, int], digits: int) -> list[Text]:
        """Return what a pane shows in a room of (cells, rows)."""
        of_what = {
            "now": frame.step or frame.problem,
            "word": frame.word,
            "loss": frame.loss,
            "updates": frame.updates,
        }[name]
        how = (*room, digits)
        kept = self._kept.get(name)
        overdue = name == "loss" and self._plot.overdue
        if kept is None or kept[0] is not of_what or kept[1] != how or overdue:
            lines = self._made(name, frame, *room, digits)
            kept = self._kept[name] = (of_what, how, lines)
        return kept[2]

    def _made(self, name: str, frame: TrainFrame, cells: int, rows: int, digits: int) -> list[Text]:
        match name:
            case "now":
                if frame.step is None:
                    return [Text(line, WARNING) for line in wrapped(frame.problem or "", cells)]
                return now_lines(StepPage(frame.step, cells, digits=digits))
            case "word":
                return word_lines(frame.word, cells)
            case "updates":
                return update_lines(frame.updates, frame.words.words, cells, self._ascii_only)
            case _:
                return self._loss_lines(frame.loss, cells, rows)

    def _loss_lines(self, view: LossView, cells: int, rows: int) -> list[Text]:
        """Return the numbers as they are, under a plot drawn anew twice a second at most."""
        numbers = number_lines(view, cells)
        room = (cells, rows - len(numbers))
        return [*self._plot.lines(room, lambda: plot_of(view, *room)), *numbers]
