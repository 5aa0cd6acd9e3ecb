"""Points over the line on which their numbers are equal, as cells."""

from __future__ import annotations

import numpy as np
import pytest

from sgns_tui.render.pmi.scatter import SMALLEST, scatter

LABELS = ("optimum", "learned")


def drawn(xs: list[float], ys: list[float], ascii_only: bool = True) -> list[str]:
    return scatter(np.array(xs), np.array(ys), 40, 16, ascii_only, LABELS)


def test_points_stand_at_their_numbers_over_the_line() -> None:
    assert drawn([-1.0, 1.0, 0.0], [-1.0, -1.0, 1.0]) == [
        "    +----------------------------------+",
        "   1+                 o              ..|",
        "    |                             ...  |",
        "    |                          ...     |",
        " 0.5+                       ...        |",
        "    |                    ...           |",
        "   0+                 ...              |",
        "    |              ...                 |",
        "    |           ...                    |",
        "-0.5+        ...                       |",
        "    |     ...                          |",
        "    |  ...                             |",
        "  -1+o.                               o|",
        "    ++----------------+---------------++",
        "    -1                0               1",
        "learned         optimum",
    ]


def test_both_axes_have_the_same_ends_and_points_on_the_line_hide_it() -> None:
    values = np.linspace(-3.0, 5.0, 200).tolist()
    lines = drawn(values, values)
    assert not any("." in line[4:] for line in lines[1:13])
    assert all("o" in line for line in lines[1:13])


def test_in_unicode_the_line_is_made_of_dots_and_numbers_have_ticks() -> None:
    lines = drawn([0.0, 2.0], [0.0, 2.0], ascii_only=False)
    assert lines[0].strip("┌─┐ ") == ""
    assert any(0x2800 < ord(c) < 0x2900 for line in lines[1:13] for c in line)
    ticked = [line.split("┤")[0].strip() for line in lines if "┤" in line]
    assert ticked == ["2", "1.5", "1", "0.5", "0"]
    ticks = [at for at, c in enumerate(lines[-3]) if c == "┬"]
    assert len(ticks) > 1
    assert all(lines[-2][max(0, at - 1) : at + 2].strip() for at in ticks)


@pytest.mark.parametrize(
    ("xs", "ys"),
    [
        ([0.0], [0.0]),
        ([1.0], [1.0]),
        ([1e99], [-1e99]),
        ([1e99], [1e99]),
        ([5e-324], [0.0]),
        ([1e-310, -1e-310], [0.0, 0.0]),
        ([1.0, 1.0 + 2**-52], [1.0, 1.0]),
        ([1e300, 0.0], [0.0, 1.0]),
        ([-7.0, 12345.678], [3.0, -1e-9]),
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_any_numbers_fit_the_room(xs: list[float], ys: list[float], ascii_only: bool) -> None:
    for cells, rows in ((40, 15), SMALLEST, (72, 40), (21, 7)):
        lines = scatter(np.array(xs), np.array(ys), cells, rows, ascii_only, LABELS)
        assert len(lines) == rows
        assert max(map(len, lines)) <= cells
        assert len({len(line) for line in lines[:-2]}) == 1
        assert any("o" in line for line in lines[:-2])
        assert not ascii_only or all(line.isascii() for line in lines)


def test_without_room_or_points_there_is_nothing() -> None:
    one = np.array([1.0])
    assert scatter(one, one, SMALLEST[0] - 1, 20, True, LABELS) == []
    assert scatter(one, one, 40, SMALLEST[1] - 1, True, LABELS) == []
    assert scatter(np.array([1e200]), one, 40, 15, True, LABELS) == []
    assert scatter(np.empty(0), np.empty(0), 40, 15, True, LABELS) == []
