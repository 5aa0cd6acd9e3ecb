"""The key table: what footer, help, palette and docs/keys.md are made of."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from sgns_tui.help_page import help_lines
from sgns_tui.keys import (
    ALL,
    KEYS,
    Key,
    actions_of,
    footer_keys,
    keys_of,
    keys_on,
    shown_key,
    shown_text,
    textual_names,
)
from sgns_tui.keys_page import keys_page
from sgns_tui.render.footer import footer_line
from sgns_tui.screens.base import PaneScreen
from sgns_tui.screens.batch import BatchScreen
from sgns_tui.screens.corpus import CorpusScreen
from sgns_tui.screens.cost import CostScreen
from sgns_tui.screens.explore import ExploreScreen
from sgns_tui.screens.noise import NoiseScreen
from sgns_tui.screens.pmi import PmiScreen
from sgns_tui.screens.step import StepScreen
from sgns_tui.screens.train import TrainScreen

PANES = {
    "step": ("stage", "tables", "page"),
    "train": ("map", "bar", "side"),
    "noise": ("page",),
    "batch": ("page", "toy"),
    "pmi": ("page",),
    "cost": ("page",),
    "explore": ("map", "side", "list"),
    "corpus": ("map", "side"),
}
KINDS = [(screen, kind) for screen, kinds in PANES.items() for kind in kinds]
SCREENS: dict[str, type[PaneScreen]] = {
    "step": StepScreen,
    "train": TrainScreen,
    "noise": NoiseScreen,
    "batch": BatchScreen,
    "pmi": PmiScreen,
    "cost": CostScreen,
    "explore": ExploreScreen,
    "corpus": CorpusScreen,
}
PLACES = sorted({(screen, key.pane) for key in KEYS for screen in key.screens}, key=str)


def test_no_key_has_two_meanings_on_one_screen() -> None:
    """Arrows belong to the pane that has the focus; every other key means one thing."""
    arrows = {"up", "down", "left", "right", "pageup", "pagedown"}
    for screen, kind in product((*ALL, "corpus"), {kind for _screen, kind in KINDS}):
        meanings: dict[str, str] = {}
        for key in (*keys_of(screen, None), *keys_of(screen, kind)):
            for typed in key.keys:
                for name in textual_names(typed):
                    assert meanings.setdefault(name, key.action) == key.action, (screen, typed)
    for screen in PANES:
        anywhere: dict[str, str] = {}
        for key in keys_on(screen):
            for typed in set(key.keys) - arrows:
                assert anywhere.setdefault(typed, key.action) == key.action, (screen, typed)


@pytest.mark.parametrize("screen", SCREENS)
def test_every_action_is_done_by_the_screen(screen: str) -> None:
    done = {name.removeprefix("do_") for name in dir(SCREENS[screen]) if name.startswith("do_")}
    assert done >= {key.action for key in keys_on(screen)}


def test_nothing_is_done_that_no_key_calls() -> None:
    done = {
        name.removeprefix("do_")
        for screen in SCREENS.values()
        for name in dir(screen)
        if name.startswith("do_")
    }
    assert done == {key.action for key in KEYS}


def test_one_action_is_said_in_one_way() -> None:
    labels: dict[str, tuple[str, str]] = {}
    for key in KEYS:
        assert labels.setdefault(key.action, (key.label, key.help)) == (key.label, key.help)
        assert key.help.endswith(".")


@pytest.mark.parametrize(("screen", "kind"), KINDS)
@pytest.mark.parametrize("width", [60, 80, 120, 180])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_footer_fits_and_always_has_help_and_quit(
    screen: str, kind: str, width: int, ascii_only: bool
) -> None:
    line = footer_line(footer_keys(screen, kind), width, ascii_only)
    assert line.cell_len <= width
    assert line.plain.isascii() or not ascii_only
    assert line.plain.endswith("? help  q quit")
    for key in footer_keys(screen, kind):
        assert actions_of(screen, kind)[textual_names(key.keys[0])[0]] == key.action


@pytest.mark.parametrize(("screen", "kind"), KINDS)
def test_the_help_page_lists_every_key_that_works_in_the_pane(screen: str, kind: str) -> None:
    keys = (*keys_of(screen, kind), *keys_of(screen, None))
    pane = {"page": "loss", "side": "word"}.get(kind, kind)
    _title, lines = help_lines(pane, keys, screen=screen)
    text = " ".join("\n".join(line.plain for line in lines).split())
    for key in keys:
        assert key.help in text
    assert all(line.cell_len <= 76 for line in lines)


def test_in_ascii_no_arrow_looks_like_a_key_of_its_own() -> None:
    shown = {shown_key(typed, ascii_only=True) for key in KEYS for typed in key.keys}
    assert all(name.isascii() for name in shown)
    assert {"left", "right", "up", "down", "shift+left", "<", ">", "space", "Enter"} <= shown
    keys = (*keys_of("step", "stages"), *keys_of("step", None))
    for pane in ("stages", "code"):
        _title, lines = help_lines(pane, keys, ascii_only=True)
        text = "\n".join(line.plain for line in lines)
        assert re.search("[←→↑↓]", text) is None
    assert shown_text("→ and ← walk; shift+↑ up", ascii_only=True) == (
        "right and left walk; shift+up up"
    )
    assert (
        shown_text("Press → (right) now; ← back", ascii_only=True) == "Press right now; left back"
    )
    assert shown_text("→", ascii_only=False) == "→"


def test_the_page_of_keys_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs" / "keys.md"
    assert page.read_text(encoding="utf-8") == keys_page(), "make keys writes it anew"


def test_the_page_of_keys_names_every_action() -> None:
    page = keys_page()
    for key in KEYS:
        assert key.help in page
        for typed in key.keys:
            assert re.search(rf"`{re.escape(Key('', (typed,), '', '').shown)}`", page), typed


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("n", ("n", "т")),
        ("q", ("q", "й")),
        ("S", ("S", "І", "Ы")),
        (".", ("full_stop", "ю")),
        (",", ("comma", "б")),
        ("right", ("right",)),
        ("?", ("question_mark",)),
        ("ctrl+p", ("ctrl+p",)),
    ],
)
def test_letters_work_by_position_on_other_layouts(key: str, names: tuple[str, ...]) -> None:
    assert textual_names(key) == names


def test_what_some_layout_hides_has_another_key() -> None:
    """`/`, `?`, `:` and `+` need AltGr or shift somewhere; ctrl, alt and F1 never stand alone."""
    hidden = {"/", "?", ":", "+"}
    for key in KEYS:
        if key.keys[0] in hidden:
            assert set(key.keys) - hidden, key.action
        if key.action not in ("interrupt", "to_shell"):
            assert not all(re.match(r"ctrl\+|alt\+|f\d", typed) for typed in key.keys)
