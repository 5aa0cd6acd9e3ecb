"""Where panes stand: inside the screen, never one over another, whatever its size."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from sgns_tui.screens.layout import SMALLEST, columns_of, step_layout
from tests.core.cases import untimed
from tests.tui.piloting import in_loop, opened

FRONTS = ("dot", "loss", "gradient", "update", "check", "code", "curve")
REQUIRED = {"text", "tables", "dot", "loss", "gradient", "update", "check"}
NAMES = ("text", "tables", *FRONTS)

sizes = st.tuples(st.integers(SMALLEST[0], 400), st.integers(SMALLEST[1], 150))


@untimed
@given(
    size=sizes,
    front=st.sampled_from(FRONTS),
    asked=st.lists(st.sampled_from(("code", "curve")), unique=True),
    alone=st.none() | st.sampled_from(NAMES),
    want=st.dictionaries(st.sampled_from(NAMES), st.integers(0, 400)),
)
def test_panes_are_inside_the_screen_and_never_overlap(
    size: tuple[int, int],
    front: str,
    asked: list[str],
    alone: str | None,
    want: dict[str, int],
) -> None:
    columns = columns_of(*size, front, asked, alone)
    places = step_layout(*size, columns, want)
    for region in places.values():
        assert region.width > 0
        assert region.height > 0
        assert Region(0, 0, *size).contains_region(region)
    for one, other in combinations(places.values(), 2):
        assert not one.overlaps(other)
    if alone is not None:
        assert alone in places
    elif len(columns) == 1:
        assert {"text", "tables", front} <= places.keys()
    else:
        assert places.keys() >= REQUIRED - ({"gradient"} if asked else set())
        assert not asked or asked[-1] in places


@pytest.mark.parametrize("size", [(120, 36), (110, 30), (170, 40), (180, 50), (300, 100)])
def test_everything_that_matters_is_on_one_screen(size: tuple[int, int]) -> None:
    places = step_layout(*size, columns_of(*size, "dot"), {})
    assert places.keys() >= REQUIRED | {"status", "stage", "hint", "footer"}


@untimed
@given(size=sizes, want=st.dictionaries(st.sampled_from(NAMES), st.integers(0, 60)))
def test_no_line_is_given_away_while_a_pane_wants_it(
    size: tuple[int, int], want: dict[str, int]
) -> None:
    """Every column is filled to the footer."""
    columns = columns_of(*size, "loss")
    places = step_layout(*size, columns, want)
    for _x, _width, panes in columns:
        last = places[panes[-1][0]]
        assert last.bottom == size[1] - 1


@in_loop
async def test_sizes_one_after_another_with_the_smallest_among_them() -> None:
    async with opened() as hand:
        for size in [(80, 24), (1, 1), (59, 40), (200, 19), (60, 20), (3, 60), (180, 50), (2, 2)]:
            await hand.resize(*size)
            await hand.press("right")
            lines = hand.lines()
            assert len(lines) == size[1]
            if size[0] < 60 or size[1] < 20:
                text = " ".join(" ".join(lines).split())
                assert text.startswith("Needs 60x20"[: size[0]])
            else:
                assert "worked" in lines[0]
                regions = [pane.region for pane in hand.step.panes.values() if pane.display]
                assert not any(a.overlaps(b) for a, b in combinations(regions, 2))
        await hand.resize(120, 36)
        assert hand.session.at == 8  # keys that are pressed meanwhile count
        assert "sigmoid" in hand.lines()[1]
