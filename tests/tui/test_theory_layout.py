"""Where the panes of the screens on theory stand, whatever the plan and the size."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from sgns_tui.help_theory import THEORY_PAGES
from sgns_tui.opening import SourceOptions
from sgns_tui.screens.batch import BatchScreen
from sgns_tui.screens.cost import CostScreen
from sgns_tui.screens.layout import SMALLEST
from sgns_tui.screens.noise import NoiseScreen
from sgns_tui.screens.pmi import PmiScreen
from sgns_tui.screens.theory import TheoryScreen
from sgns_tui.screens.theory_layout import Plan, plan_columns, plan_layout
from tests.core.cases import untimed
from tests.tui.models import write_model
from tests.tui.piloting import in_loop, opened

SCREENS: tuple[type[TheoryScreen], ...] = (NoiseScreen, BatchScreen, PmiScreen, CostScreen)
sizes = st.tuples(st.integers(SMALLEST[0], 400), st.integers(SMALLEST[1], 150))


def names_of(plan: Plan) -> list[str]:
    return [name for name, _least in (*plan.left, *plan.right, *plan.turns)]


@untimed
@given(data=st.data(), size=sizes, screen=st.sampled_from(SCREENS))
def test_panes_are_inside_the_screen_and_never_overlap(
    data: st.DataObject, size: tuple[int, int], screen: type[TheoryScreen]
) -> None:
    plan = screen.PLAN
    names = names_of(plan)
    front = data.draw(st.none() | st.sampled_from(names))
    alone = data.draw(st.none() | st.sampled_from(names))
    want = data.draw(st.dictionaries(st.sampled_from(names), st.integers(0, 400)))
    places = plan_layout(*size, plan_columns(plan, *size, front, alone), want)
    for region in places.values():
        assert region.width > 0
        assert region.height > 0
        assert Region(0, 0, *size).contains_region(region)
    for one, other in combinations(places.values(), 2):
        assert not one.overlaps(other)
    if alone is not None:
        assert places.keys() == {"status", "hint", "footer", alone}
    else:
        assert plan.head[0] in places
        assert front is None or front in places
    assert max(region.bottom for region in places.values()) == size[1]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_very_wide_screen_shows_every_pane(screen: type[TheoryScreen]) -> None:
    places = plan_layout(180, 50, plan_columns(screen.PLAN, 180, 50), {})
    assert places.keys() >= set(names_of(screen.PLAN))


@pytest.mark.parametrize("screen", SCREENS)
def test_every_pane_has_a_page_of_help(screen: type[TheoryScreen]) -> None:
    assert list(THEORY_PAGES[screen.NAME]) != []
    assert set(THEORY_PAGES[screen.NAME]) == set(names_of(screen.PLAN))


@pytest.mark.parametrize("key", ["3", "4", "5", "6"])
@in_loop
async def test_sizes_one_after_another_and_every_pane_by_tab(key: str) -> None:
    async with opened("groups", size=(80, 24)) as hand:
        await hand.press(key)
        screen = hand.app.front
        assert isinstance(screen, TheoryScreen)
        for size in [(80, 24), (59, 40), (1, 1), (60, 20), (120, 36), (180, 50)]:
            await hand.resize(*size)
            if size[0] < 60:
                assert hand.text().startswith("Needs 60x20"[: size[0]])
                continue
            seen = set()
            for _pane in names_of(screen.PLAN):
                focused = screen.focused
                assert focused is not None
                seen.add(focused.id)
                shown = [pane for pane in screen.panes.values() if pane.display]
                assert focused in shown
                for one, other in combinations([pane.region for pane in shown], 2):
                    assert not one.overlaps(other)
                for pane in shown:
                    assert pane.title, pane.id
                    assert any(line.strip() for line in hand.pane(pane.name_of_pane)[1:])
                await hand.press("tab")
            assert seen == set(names_of(screen.PLAN))
            assert "q quit" in hand.lines()[-1]


@pytest.mark.parametrize("size", [SMALLEST, (80, 24), (120, 36)])
@pytest.mark.parametrize(
    "keys",
    ["3", "3 left", "4", "4 o", "4 o o", "4 o o o", "4 o o o o", "4 m", "4 m x o", "5", "5 r", "6"],
)
@in_loop
async def test_what_a_screen_is_about_is_never_cut(keys: str, size: tuple[int, int]) -> None:
    async with opened("worked", size=size) as hand:
        await hand.press(*keys.split())
        screen = hand.app.front
        assert isinstance(screen, TheoryScreen)
        parts = [" ".join(part.split()) for part in screen.about()]
        told = " ".join(hand.told().split())
        assert told in [" ".join(parts[:end]) for end in range(1, len(parts) + 1)]
        if size != SMALLEST:
            assert told == " ".join(parts)


@pytest.mark.parametrize("size", [SMALLEST, (80, 24), (120, 36)])
@pytest.mark.parametrize("keys", ["3 w", "3 c", "3 u", "4 t", "4 f", "5 d", "6 M", "6 X", "6 c"])
@in_loop
async def test_a_question_is_never_cut(keys: str, size: tuple[int, int]) -> None:
    async with opened("worked", size=size) as hand:
        await hand.press(*keys.split())
        assert "?" in hand.told()
        told = " ".join(hand.told().split()).removesuffix("Enter takes it, Esc goes back").strip()
        assert told == " ".join(hand.app.front._question.split())


@in_loop
async def test_titles_lose_whole_explanations() -> None:
    async with opened("groups", size=(120, 36)) as hand:
        for key in "3456":
            await hand.press(key)
            screen = hand.app.front
            assert isinstance(screen, TheoryScreen)
            for _name in names_of(screen.PLAN):
                for pane in screen.panes.values():
                    if pane.display:
                        assert "..." not in hand.pane(pane.name_of_pane)[0]
                await hand.press("tab")


@pytest.mark.parametrize("key", ["3", "4", "5", "6"])
@in_loop
async def test_one_pane_alone_the_guide_and_help(key: str) -> None:
    async with opened("worked") as hand:
        await hand.press(key, "F")
        screen = hand.app.front
        assert [pane.id for pane in screen.panes.values() if pane.display] == [
            names_of(screen.PLAN)[0]  # type: ignore[attr-defined]
        ]
        await hand.press("tab")
        assert len([pane for pane in screen.panes.values() if pane.display]) == 1
        await hand.press("F", "G")
        assert "When to use which" in hand.text()
        await hand.press("escape", "?")
        assert "Read it" in hand.text()
        await hand.press("escape", "1")
        assert hand.step.is_current


@in_loop
async def test_a_model_without_a_text_says_what_it_lacks_and_shows_the_rest(
    tmp_path: Path,
) -> None:
    model = write_model(tmp_path / "model.json", ["a", "b", "c"])
    async with opened(SourceOptions(model=str(model))) as hand:
        assert hand.session.source.corpus is None
        await hand.press("3")
        assert "no context" in " ".join(" ".join(hand.pane("contexts")).split())
        assert any("count" in line for line in hand.pane("bars"))
        await hand.press("4")
        assert "no text" in " ".join(hand.pane("scores"))
        await hand.press("n")
        assert any(line.split()[:1] == ["1"] for line in hand.pane("toy"))
        await hand.press("o", "right", "+", "m", "x", "5", "s", "f", "6", "x")
        assert "multiply-adds" in hand.text()
