"""Every part of the pages on theory, at every width a pane may have, in Unicode and in ASCII."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.text import Text

from sgns_core.batch import pairs_batch
from sgns_core.cost import Cost, Measured
from sgns_core.groups import groups_source
from sgns_core.pmi_fit import fits
from sgns_core.settings import Settings
from sgns_core.toy_clip import ToySettings
from sgns_tui.batch_view import SHOWN, BatchView
from sgns_tui.cost_view import CostView, dropped_word
from sgns_tui.guide_topics import TOPICS
from sgns_tui.noise_sample import noise_sample
from sgns_tui.pmi_view import trained_view, with_fits
from sgns_tui.render.batch import text as batch_page
from sgns_tui.render.batch.compare import compare_lines, doubt_lines, hard_lines, length_lines
from sgns_tui.render.batch.costs import cost_lines
from sgns_tui.render.batch.toy import toy_lines
from sgns_tui.render.cost import counts
from sgns_tui.render.cost.measured import measured_lines, seconds
from sgns_tui.render.guide_text import guide_lines
from sgns_tui.render.noise import contexts, hand, shape
from sgns_tui.render.number import memory, tight_number
from sgns_tui.render.pmi import fits as fit_page
from sgns_tui.render.pmi import formula, pairs, pictures
from sgns_tui.toy_view import toy_run

SETTINGS = Settings(window=5)


def every_line(cells: int, ascii_only: bool) -> Iterator[tuple[str, Text]]:
    source = groups_source()
    shown = (cells, ascii_only)
    for objective in SHOWN:
        batch = pairs_batch(source, SETTINGS, 16)
        view = BatchView(name="groups", batch=batch, objective=objective, masked=True)
        for part in batch_page.PARTS:
            yield from ((part.__name__, line) for line in part(view, *shown))
    run = toy_run(ToySettings(classes=8), 50)
    yield from (("toy", line) for line in toy_lines(run, *shown))
    trained = trained_view(source, SETTINGS, 100)
    trained = with_fits(trained, fits(trained.learned.optimum, (1, 2), iterations=5))
    for learned_part in (
        formula.title_lines,
        formula.formula_lines,
        fit_page.fit_lines,
        pairs.pair_lines,
        pairs.unseen_lines,
        pictures.scatter_lines,
        pictures.heat_lines,
    ):
        yield from ((learned_part.__name__, line) for line in learned_part(trained, *shown))
    cost = CostView(
        cost=Cost(10**9, 10**5, 10**5),
        dropped=dropped_word(source, source.first_tables(SETTINGS), 0, 1),
        measured=(Measured(1000, 1e-3, 1e-4), Measured(200_000, 1.0, 1e-4)),
        left_out=(500_000,),
    )
    for cost_part in (
        counts.title_lines,
        counts.count_lines,
        counts.bar_lines,
        counts.dropped_lines,
        measured_lines,
    ):
        yield from ((cost_part.__name__, line) for line in cost_part(cost, *shown))
    sample = noise_sample(source, SETTINGS, 10_000, 20)
    for noise_part in (shape.bar_lines, hand.hand_lines, contexts.context_lines):
        yield from ((noise_part.__name__, line) for line in noise_part(sample, *shown))
    yield from (("power", line) for line in shape.power_lines(sample, cells))
    yield from (("guide", line) for line in guide_lines(list(TOPICS), cells))


@pytest.mark.parametrize(("cells", "ascii_only"), [(60, False), (80, True), (120, False)])
def test_no_line_is_wider_than_its_pane(cells: int, ascii_only: bool) -> None:
    lines = list(every_line(cells, ascii_only))
    assert len(lines) > 300
    assert [(name, line.plain) for name, line in lines if line.cell_len > cells] == []
    assert all(line.plain.isprintable() for _name, line in lines)
    if ascii_only:
        assert [(name, line.plain) for name, line in lines if not line.plain.isascii()] == []


@pytest.mark.parametrize("objective", SHOWN)
@pytest.mark.parametrize("n", [2, 6, 16])
def test_the_lines_beside_the_matrices_fit_the_column_of_a_wide_screen(
    n: int, objective: str
) -> None:
    view = BatchView(
        name="groups", batch=pairs_batch(groups_source(), SETTINGS, n), objective=objective
    )
    for part in (compare_lines, doubt_lines, hard_lines, length_lines, cost_lines):
        _title, *lines = part(view, 45, False)  # of 120 cells
        assert [line.plain for line in lines if line.cell_len > 45] == [], part.__name__


def test_what_was_measured_has_round_numbers_on_its_axes() -> None:
    sizes = (1_000, 2_000, 5_000, 10_000, 100_000, 200_000)
    view = CostView(
        cost=Cost(100, 3, 5),
        dropped=None,
        measured=tuple(Measured(n, 1.7e-8 * n + 4e-5, 2.5e-5) for n in sizes),
    )
    lines = [line.plain for line in measured_lines(view, 80, ascii_only=False)]
    foot = next(i for i, line in enumerate(lines) if "└" in line) + 1
    assert lines[foot].split() == ["1,000", "10,000", "100,000"]
    marks = [line.split("┤")[0] for line in lines if "┤" in line]
    assert marks == ["1e-03", "1e-04"]


def test_numbers_in_few_cells() -> None:
    assert [memory(n) for n in (0, 1023, 1024, 4 * 2**30, 2**50)] == [
        "0 B",
        "1023 B",
        "1 KiB",
        "4 GiB",
        "1024 TiB",
    ]
    assert [tight_number(x, 2) for x in (0.0, 0.123, -0.0004, 1e7)] == [
        "0.00",
        "0.12",
        "-4e-04",
        "1e+07",
    ]
    assert [seconds(x) for x in (2.5, 1e-3, 9.999e-4, 1.5e-6, 3e-9)] == [
        "2.5 s",
        "1 ms",
        "1 ms",
        "1.5 us",
        "3 ns",
    ]
