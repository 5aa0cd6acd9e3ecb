"""What the panes show, as plain strings: what is known at a stage, and never a line too long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.text import Text

from sgns_core.differences import check_gradient
from sgns_core.edits import SetValue
from sgns_tui.opening import SourceOptions
from sgns_tui.render.bar import bar
from sgns_tui.render.plots import plot_lines
from sgns_tui.render.step import code, curve, dot, gradient, header, loss, status, tables, update
from sgns_tui.render.step.page import StepPage
from sgns_tui.render.step.tables import Cursor
from sgns_tui.session import Session
from sgns_tui.session_opening import open_session
from sgns_tui.session_view import step_view
from sgns_tui.stages import Kind, first_of, stages_of
from tests.tui.models import PRESETS


def page_at(at: int | None, cells: int = 80, source: str = "worked") -> StepPage:
    return StepPage(step_view(open_session(SourceOptions(example=source))), cells, at)


def shown(lines: Iterator[Text]) -> str:
    return "\n".join(line.plain for line in lines)


WORKED = page_at(None)
CHECKED = len(stages_of(WORKED.trace)) - 1


def test_dot_products_term_by_term() -> None:
    assert shown(dot.expanded_lines(page_at(1))) == ("+ on   \n- cat~ \n- mat  ")
    assert shown(dot.expanded_lines(page_at(3))) == (
        "+ on   0.33 x 0.70 + -0.27 x -0.15 sum 0.2715 ...\n- cat~ \n- mat  "
    )
    assert shown(dot.expanded_lines(page_at(None))) == (
        "+ on   0.33 x 0.70 + -0.27 x -0.15 + 0.84 x -0.11 = 0.1791\n"
        "- cat~ 0.33 x 0.25 + -0.27 x 0.51 + 0.84 x -0.41 = -0.3996\n"
        "- mat  0.33 x 0.31 + -0.27 x 0.45 + 0.84 x 0.33 = 0.2580"
    )


def test_dot_products_stand_closer_where_that_keeps_each_on_a_line() -> None:
    lines = shown(dot.expanded_lines(replace(page_at(None), cells=56)))
    assert lines == (
        "+ on   0.33x0.70 + -0.27x-0.15 + 0.84x-0.11 = 0.1791\n"
        "- cat~ 0.33x0.25 + -0.27x0.51 + 0.84x-0.41 = -0.3996\n"
        "- mat  0.33x0.31 + -0.27x0.45 + 0.84x0.33 = 0.2580"
    )
    narrow = shown(dot.expanded_lines(replace(page_at(None), cells=40)))
    assert narrow.splitlines()[:2] == [
        "+ on   0.33 x 0.70 + -0.27 x -0.15",
        "       + 0.84 x -0.11 = 0.1791",
    ]


def test_sigmoid_and_loss_word_by_word() -> None:
    text = shown(loss.loss_lines(page_at(first_of(Kind.LOSS, WORKED.trace)), bars=True))
    assert text.splitlines()[1:6] == [
        "          y        z  sigma(z)                loss",
        "  + on    1   0.1791    0.5447  █████▌····  0.6076",
        "  - cat~  0  -0.3996    0.4014  ████······",
        "  - mat   0   0.2580    0.5641  █████▋····",
        "  sum                   1.5102",
    ]
    text = shown(loss.loss_lines(page_at(None), bars=True))
    assert "  - mat   0   0.2580    0.5641  █████▋····  0.8304  <- largest" in text
    assert "P(all right) = 0.5447 x 0.5986 x 0.4359 = 0.1421; -log of it: 1.9512, the sum" in text
    assert "add up to 1.5102." in " ".join(text.split())


def test_gradient_rows_and_the_weighted_sum() -> None:
    assert shown(gradient.gradient_lines(page_at(None))).splitlines()[:9] == [
        "             error        1        2        3",
        "  + on     -0.4553  -0.1503   0.1229  -0.3825",
        "  - cat~    0.4014   0.1325  -0.1084   0.3372",
        "  - mat     0.5641   0.1862  -0.1523   0.4739",
        "  dL/dv_c = sum of error x v'_w",
        "  + on     -0.4553  -0.3187   0.0683   0.0501",
        "  - cat~    0.4014   0.1004   0.2047  -0.1646",
        "  - mat     0.5641   0.1749   0.2539   0.1862",
        "  dL/dv_c           -0.0435   0.5269   0.0717",
    ]


def test_a_repeated_row_shows_each_time_and_the_sum() -> None:
    text = shown(gradient.gradient_lines(page_at(None, source="repeat")))
    lines = text.splitlines()
    times = [line.split()[-3:] for line in lines[:6] if line.startswith("  - mat")]
    total = next(line for line in lines if "mat, 2 times: sum" in line).split()[-3:]
    assert len(times) == 2
    assert [float(x) for x in total] == pytest.approx([2 * float(x) for x in times[0]], abs=2e-4)


def test_update_and_check() -> None:
    text = shown(update.change_lines(page_at(CHECKED - 1)))
    assert "  E   sat     before   0.3300  -0.2700   0.8400" in text
    assert "              after    0.3344  -0.3227   0.8328" in text
    assert shown(update.check_lines(page_at(CHECKED))) == (
        "  loss before                 1.9512\n"
        "  after a center-only update  1.9229  -0.0283\n"
        "  after the whole update      1.8626  -0.0886"
    )


def test_code_marks_the_lines_of_the_stage() -> None:
    def marked(kind: Kind) -> list[str]:
        lines = shown(code.code_lines(page_at(first_of(kind, WORKED.trace)))).splitlines()
        return [line[2:] for line in lines if line.startswith("> ")]

    assert marked(Kind.DOT) == ["z = v_w @ v_c"]
    assert marked(Kind.SIGMOID) == ["sigma = 1 / (1 + np.exp(-z))"]
    for kind in Kind:
        assert marked(kind), kind


def all_panes(page: StepPage) -> Iterator[Text]:
    for section in (
        dot.expanded_lines,
        loss.loss_lines,
        gradient.gradient_lines,
        update.change_lines,
        update.relation_lines,
        update.check_lines,
    ):
        yield from section(page)


def test_numbers_are_hidden_until_their_stage() -> None:
    """Each number is first seen at its stage, and stays."""
    first = {
        "0.2715": first_of(Kind.DOT, WORKED.trace) + 1,
        "0.1791": first_of(Kind.DOT, WORKED.trace) + 2,
        "0.5641": first_of(Kind.SIGMOID, WORKED.trace) + 2,
        "1.5102": first_of(Kind.SIGMOID, WORKED.trace) + 2,
        "0.6076": first_of(Kind.LOSS, WORKED.trace),
        "1.9512": first_of(Kind.LOSS, WORKED.trace) + 3,
        "-0.4553": first_of(Kind.GRADIENT, WORKED.trace),
        "-0.3825": first_of(Kind.GRADIENT, WORKED.trace) + 1,
        "0.5269": first_of(Kind.GRADIENT, WORKED.trace) + 4,
        "-0.3227": first_of(Kind.UPDATE, WORKED.trace),
        "1.9229": CHECKED,
        "1.8626": CHECKED,
    }
    texts = [shown(all_panes(page_at(at))) for at in range(CHECKED + 1)]
    for number, stage in first.items():
        seen = [at for at, text in enumerate(texts) if number in text]
        # The running sum after two terms gives way to the next.
        assert seen == ([stage] if number == "0.2715" else list(range(stage, CHECKED + 1))), number


def test_nothing_moves_while_an_update_is_walked() -> None:
    """A number takes the cells that were blank before; what stands there stays where it is."""
    for section in (gradient.gradient_lines, update.change_lines, update.relation_lines):
        whole = [line.plain for line in section(page_at(None))]
        for at in (0, 8, 16, 20):
            for before, after in zip(section(page_at(at)), whole, strict=False):
                for place, character in enumerate(before.plain.rstrip()):
                    assert character in (" ", after[place]), (at, before.plain, after)


HARD_WORDS = [
    "cat",
    "漢字漢字漢字漢字漢字漢字",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "e\u0301" * 20,
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "\u202eevil",
    "[bold red]x[/]",
    "a",
]


def hard_session(dim: int, k: int, scale: float = 1.0) -> Session:
    options = SourceOptions(sentence=" ".join(HARD_WORDS), tokens="whitespace", dim=dim, k=k)
    session = open_session(options)
    if scale != 1.0:
        for table in ("E", "Ep"):
            session.edit(SetValue("E" if table == "E" else "Ep", 1, 0, scale))
            session.edit(SetValue("E" if table == "E" else "Ep", 0, 0, -scale))
    return session


def sections(page: StepPage, session: Session) -> Iterator[tuple[str, list[Text]]]:
    shares = [0.125] * len(page.trace.rows)
    both = (session.timeline.E, session.timeline.Ep)
    cursor = Cursor(1, 1, page.trace.v_center.size // 2)
    yield "pair", list(header.pair_lines(page))
    yield "reading", list(header.reading_lines(page))
    yield "dot", list(dot.expanded_lines(page))
    yield "loss", list(loss.loss_lines(page, bars=True))
    yield "softmax", list(loss.loss_lines(page, bars=True, softmax=shares))
    yield "gradient", list(gradient.gradient_lines(page))
    yield "differences", list(gradient.difference_lines(page, check_gradient(page.trace)))
    yield "change", list(update.change_lines(page))
    yield "check", list(update.check_lines(page))
    yield "tables", list(tables.table_lines(page, both, cursor, 12))
    yield "hint", [*status.hint_lines(page), *status.hint_lines(page, first_time=True)]
    if page.cells >= 60:  # a screen is never narrower
        yield "relation", list(update.relation_lines(page))
        yield "status", [status.status_line(page, playing=True, made=10**6)]
        yield "stages", [status.stage_line(page)]


@pytest.mark.parametrize("dim", [1, 2, 3, 5, 8, 50, 300])
@pytest.mark.parametrize(("k", "scale"), [(0, 1.0), (3, 1e-7), (20, 1.0), (2, 123.456)])
def test_no_line_is_wider_than_its_pane(dim: int, k: int, scale: float) -> None:
    session = hard_session(dim, k, scale)
    view = step_view(session)
    for cells, digits in ((52, 4), (67, 4), (60, 15), (120, 15)):
        page = StepPage(view, cells, digits=digits, word_cells=14 if cells >= 76 else 10)
        for name, lines in sections(page, session):
            widest = max((line.cell_len for line in lines), default=0)
            assert widest <= cells, (name, cells, digits)


def test_the_welcome_always_says_what_to_press() -> None:
    for cells in (60, 72, 80, 120, 180):
        for session in (hard_session(2, 2), open_session(SourceOptions())):
            lines = list(status.hint_lines(StepPage(step_view(session), cells), first_time=True))
            assert len(lines) <= status.HINT
            assert any(line.plain.startswith("Press →") for line in lines)


def test_all_components_to_eight_then_the_first_the_last_and_a_count() -> None:
    def heads(dim: int, cells: int) -> list[str]:
        page = StepPage(step_view(hard_session(dim, 2)), cells, word_cells=10)
        cells_of = [as_text(cell).plain for row in page.component_names([]) for cell in row]
        return [name for name in cells_of if name]

    for cells in (52, 60, 80, 120):
        assert heads(8, cells) == [str(n) for n in range(1, 9)]
        names = heads(300, cells)
        assert names[0] == "1"
        assert names[-1] == "300"
        gap = next(name for name in names if name.startswith(".."))
        assert str(300 - len(names) + 1) in gap


def as_text(cell: Text | str) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)


def test_no_row_of_a_table_is_shown_twice() -> None:
    page = replace(page_at(None), digits=15)
    both = (open_session(SourceOptions()).timeline.E, open_session(SourceOptions()).timeline.Ep)
    for height in range(4, 14):
        for cursor in (None, *(Cursor(row) for row in range(5))):
            halves = tables.shown_halves(page, cursor, height)
            assert len(halves) == len(set(halves)) <= max(height, 2)
            assert len(list(tables.table_lines(page, both, cursor, height))) <= max(height, 3)
            if cursor is not None:
                assert {(cursor.row, 0), (cursor.row, 1)} <= set(halves)


def test_read_words_stay_in_view_wherever_the_cursor_is() -> None:
    words = " ".join(f"w{n}" for n in range(2000))
    session = open_session(SourceOptions(sentence=words, dim=2, k=3))
    page = StepPage(step_view(session), 80)
    both = (session.timeline.E, session.timeline.Ep)
    for row in (0, 700, 1999):
        lines = list(tables.table_lines(page, both, Cursor(row, 1, 1), 12))
        text = shown(iter(lines))
        assert len(lines) <= 12
        for read in (page.trace.center, *page.trace.touched.tolist()):
            assert f" {session.words[read]} " in text
        assert f"> {session.words[row]} " in text


@pytest.mark.parametrize(
    ("share", "text", "ascii_text"),
    [
        (0.0, "····", "----"),
        (0.5, "██··", "##--"),
        (0.53, "██▏·", "##--"),
        (1.0, "████", "####"),
        (7.0, "████", "####"),
        (-1.0, "····", "----"),
    ],
)
def test_bars(share: float, text: str, ascii_text: str) -> None:
    assert bar(share, 4) == text
    assert bar(share, 4, ascii_only=True) == ascii_text


def test_plots_take_only_their_room_and_only_finite_values() -> None:
    values = [0.0, 1.0, float("nan"), float("inf"), 2.0]
    lines = plot_lines([(values, values)], [(1.0, 1.0, "+"), (float("nan"), 0, "x")], 40, 8, True)
    assert len(lines) <= 8
    assert max(map(len, lines)) <= 40
    assert "+" in "".join(lines)
    assert "x" not in "".join(lines)
    assert plot_lines([], [], 19, 8, True) == []


def test_words_are_on_the_curves_once_their_sigmoid_is_known() -> None:
    at = first_of(Kind.SIGMOID, WORKED.trace)
    before, after = (shown(curve.curve_lines(page_at(n), 16)) for n in (at - 1, None))
    assert "+ on, 1 cat, 2 mat" in after
    plot = after[: after.index("+ on")]
    assert {"1", "+", "2"} <= set(plot)
    assert "+" not in before[: before.index("+ on")]
    assert "loss" in after


def hint_at(
    kind: Kind, session: Session, first_time: bool = False, occurrence: int | None = None
) -> str:
    page = StepPage(step_view(session))
    stages = stages_of(page.trace)
    at = next(
        n
        for n, stage in enumerate(stages)
        if stage.kind is kind and occurrence in (None, stage.occurrence)
    )
    lines = status.hint_lines(replace(page, at=at), first_time)
    return " ".join(shown(lines).split())


def test_the_first_sentence_says_how_many_negatives_and_where_they_come_from() -> None:
    def select(*negatives: str, k: int | None = None) -> str:
        if k is not None:
            return hint_at(Kind.SELECT, open_session(SourceOptions(example="groups", k=k)))
        return hint_at(Kind.SELECT, open_session(SourceOptions(), "sat", "on", negatives))

    assert "and 2 negatives, chosen. " in select("cat", "mat")
    assert "and one negative, chosen. " in select("cat")
    assert "and 3 negatives drawn as noise. " in select(k=3)
    assert "and one negative drawn as noise. " in select(k=1)
    assert "and no negatives. " in select(k=0)
    assert "the negatives low" not in select(k=0) + select(k=1)


def test_rows_that_are_read_are_counted_in_the_singular_too() -> None:
    hint = hint_at(Kind.GATHER, open_session(SourceOptions(example="overshoot")))
    assert "and one row of Ep are read" in hint


def test_the_welcome_calls_no_word_a_neighbour_that_is_none() -> None:
    welcome = hint_at(Kind.SELECT, open_session(SourceOptions(example="apart")), first_time=True)
    assert "sat should score high against mat, and low" in welcome
    assert "its neighbour" in hint_at(Kind.SELECT, open_session(SourceOptions()), first_time=True)


def test_the_hint_says_that_the_loss_rose() -> None:
    hint = hint_at(Kind.CHECK, open_session(SourceOptions(example="overshoot")))
    assert "The loss rose from 1.4089 to 1.4646: lr 5 is too large a step here." in hint
    assert "The loss went from" in hint_at(Kind.CHECK, open_session(SourceOptions()))


def test_a_skipped_word_has_no_loss_to_reckon() -> None:
    options = SourceOptions(example="collision", policy="word2vec-c")
    hint = hint_at(Kind.LOSS, open_session(options), occurrence=1)
    assert hint == "Loss of on: none, it equals the target and is skipped."


def test_the_label_of_a_sum_does_not_break_rows_in_two() -> None:
    """Where a long label leaves no room for all components, it takes a line of its own."""
    for source in ("repeat", "collision", "overshoot"):
        page = replace(page_at(None, 51, source), word_cells=10)
        lines = shown(gradient.gradient_lines(page)).splitlines()
        assert lines[0].split() == ["error", "1", "2", "3"]
        at = next(n for n, line in enumerate(lines) if line.endswith("2 times: sum"))
        assert len(lines[at + 1].split()) == 3
    wide = shown(gradient.gradient_lines(page_at(None, 80, "repeat")))
    assert [line.split()[4:7] for line in wide.splitlines() if "2 times: sum" in line] == [
        ["0.3723", "-0.3046", "0.9478"]
    ]


def test_a_word_that_is_scored_again_has_one_share_of_the_softmax() -> None:
    page = StepPage(step_view(open_session(SourceOptions(), "sat", "on", ("mat",) * 9)))
    z = page.view.trace.scores
    shares = [0.2 if i == 0 else 0.3 for i in range(len(z))]
    lines = shown(loss.loss_lines(page, bars=True, softmax=shares)).splitlines()
    first = [line for line in lines if line.startswith("  - mat")]
    assert sum("0.3000" in line for line in lines) == 1
    assert "0.3000" in first[0]
    [total] = [line for line in lines if line.startswith("  sum ")]
    assert total.endswith("0.5000")


@pytest.mark.parametrize("cells", [43, 51, 58])
@pytest.mark.parametrize("policy", PRESETS)
def test_code_is_shown_whole_in_a_narrow_pane(policy: str, cells: int) -> None:
    view = step_view(open_session(SourceOptions(example="repeat", policy=policy)))
    wide, narrow = (list(code.code_lines(StepPage(view, n))) for n in (200, cells))
    assert all(line.cell_len <= cells for line in narrow)

    def words(lines: list[Text]) -> list[str]:
        return sorted(w for line in lines for w in line.plain.split() if w not in ("#", ">"))

    assert words(narrow) == words(wide)
    program = "\n".join(line.plain[2:] for line in narrow if "once more" not in line.plain)
    compile(program, "shown", "exec")
