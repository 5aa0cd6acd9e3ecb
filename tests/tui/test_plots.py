"""Plots as lines of text, whatever the size of what is plotted."""

from __future__ import annotations

import pytest

from sgns_tui.render.plots import plot_lines


@pytest.mark.parametrize("top", [5.0, 1e6, 1e7, 1e20, 1e99])
@pytest.mark.parametrize("rows", [6, 12, 24])
def test_numbers_of_any_size_leave_room_for_the_curve(top: float, rows: int) -> None:
    curve = ([1, 50, 100], [4.1, top / 2, top])
    lines = plot_lines([curve], [(50, top / 3, "x")], 48, rows, False)
    assert len(lines) == rows
    assert all(len(line) <= 48 for line in lines)
    frame = next(line for line in lines if "┌" in line)
    assert len(frame) - frame.index("┌") > 30
    assert any("⠀" < char <= "⣿" for line in lines for char in line)


def test_an_axis_does_not_begin_before_the_only_place_on_it() -> None:
    lines = plot_lines([], [(0.0, 4.2, "x")], 60, 12, True)
    assert "x" in "".join(lines[1:-1])
    assert "-" not in lines[-1]
    assert lines[-1].split()[0] == "0.00"
