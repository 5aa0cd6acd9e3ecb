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
