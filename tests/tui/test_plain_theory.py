"""Noise, batch, pmi, cost and guide in line mode: the session's own, and what they refuse."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sgns_core.optimum import Learned, source_optimum
from sgns_tui.opening import SourceOptions
from sgns_tui.plain.mode import LineMode
from sgns_tui.pmi_view import pmi_view, sampled_gap
from sgns_tui.render.number import number
from sgns_tui.session_opening import open_session
from tests.tui.plain_tools import line_mode, told


def find(lines: list[str], start: str) -> str:
    return next(line for line in lines if line.startswith(start))


def test_noise_follows_the_power_in_force() -> None:
    mode = line_mode()
    before = told(mode, "noise")
    told(mode, "power 0")
    after = told(mode, "noise 1000 cat")
    assert before[0] == "worked | policy article"
    assert find(before, "the ").split()[3] == "0.2960"
    assert find(after, "the~").split()[3] == "0.2000"
    assert "1000 draws, seed 1" in after
    assert find(after, "One draw by hand")


def test_batch_takes_the_session_s_tables() -> None:
    mode = line_mode()
    before = told(mode, "batch 4 sgns")
    told(mode, "play 50")
    after = told(mode, "batch 4 sgns")
    assert before[0] == "worked | batch of 4 pairs | sgns | near from 0.95"
    loss = "  loss, the mean of the rows: "
    assert find(before, loss) != find(after, loss)
    masked = " ".join(told(mode, "batch mask 4")[:2])
    assert "possible false negatives left out" in masked


def test_the_toy_in_line_mode() -> None:
    assert find(told(line_mode(), "batch toy 100"), "  the diagonal stands out from step")
    assert find(told(line_mode(), "batch toy 0"), "  the diagonal does not stand out yet")


def test_pmi_is_that_of_the_place_where_the_session_stands() -> None:
    mode = line_mode()
    assert told(mode, "pmi")[0].startswith("pmi: a pair is chosen and trained alone")
    told(mode, "k 2", "drawn", "play 400")
    assert told(mode, "pmi")[0].startswith("worked | policy article")
    lines = " ".join(told(mode, "pmi"))
    session = mode.session
    timeline = session.timeline
    settings = replace(session.settings, k=2)
    gap = Learned(source_optimum(session.source, settings), timeline.E, timeline.Ep).mean_gap
    assert f"pairs of the text: {gap:.4f}" in re.sub(" +", " ", lines)
    assert "| 400 updates" in lines
    assert "k 2" in lines


def test_a_fit_in_line_mode_can_be_ended() -> None:
    mode = line_mode()
    fitted = told(mode, "pmi fit 5")
    row = find(fitted, "5  ").split()
    assert abs(float(row[2])) < 0.01
    mode.go_on = lambda: False
    assert find(told(mode, "pmi fit"), "  not reckoned yet")


def test_each_fit_is_told_as_it_begins_and_sampled_training_stands_beside() -> None:
    mode = line_mode()
    told(mode, "k 2", "drawn", "play 50")
    lines = told(mode, "pmi curve")
    assert lines[:4] == [f"fit: d {d} ({n} of 4)" for n, d in enumerate((1, 2, 4, 5), 1)]
    session = mode.session
    tables = (session.timeline.E, session.timeline.Ep)
    view = pmi_view(session.source, session.in_force, tables, 50)
    gap = number(sampled_gap(view, 5, session.timeline.stepper))
    assert gap in find(lines, "5  ").split()
    assert any("┤" in line for line in lines)
    assert not any("┤" in line for line in told(mode, "pmi fit 1"))


def test_pictures_come_where_they_are_asked_for_by_name() -> None:
    mode = line_mode()
    told(mode, "drawn", "play 50")
    for command in ("noise 10", "pmi", "cost"):
        assert not any("█" in line or "┤" in line for line in told(mode, command)), command
    bars = told(mode, "noise bars 100")
    assert bars[0].startswith("Bars")
    assert find(bars, "  the").split()[2::2] == ["33.33%", "29.60%", "35.00%"]
    scatter = told(mode, "pmi scatter")
    assert scatter[0].startswith("Learned over optimum")
    assert sum(line.count("o") for line in scatter if "│" in line or "┤" in line) > 3
    assert find(told(mode, "pmi heat"), "the ").split()[1] == "."
    assert "101,632" in find(told(mode, "cost bars"), "  MNIST 784-128-10")
    mode.ascii_only = True
    for command in ("noise bars", "pmi scatter", "pmi heat", "pmi curve 1", "cost bars"):
        assert all(line.isascii() for line in told(mode, command)), command


def test_more_pairs_are_listed_as_the_answer_says() -> None:
    mode = line_mode()
    told(mode, "drawn")
    assert "pmi N shows N" in find(told(mode, "pmi 12"), "  and 4 more")
    assert not any("more" in line for line in told(mode, "pmi 16"))


def test_more_unseen_pairs_are_listed_as_the_answer_says() -> None:
    mode = line_mode()
    few, many = told(mode, "pmi 4"), told(mode, "pmi 9")
    assert sum(line.count(" > ") for line in few) == 4
    assert few[-1] == "  and 5 more; pmi N shows N"
    assert sum(line.count(" > ") for line in many) == 9
    assert "more" not in many[-1]


def test_measuring_tells_how_far_it_is_and_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_core.cost.SIZES", (10, 20, 30))
    mode = line_mode()
    lines = told(mode, "cost measure 1000 4 2")
    assert lines[:3] == [f"measure: {10 * n} words ({n} of 3)" for n in (1, 2, 3)]
    assert [line.split()[0] for line in lines[5:8]] == ["10", "20", "30"]
    assert find(lines, "  d = 4, k = 2; ")
    monkeypatch.setattr("sgns_core.cost.SIZES", (10,))
    assert not any("grow like" in line for line in told(mode, "cost measure"))  # of one point
    answers = iter([True, False])
    mode.go_on = lambda: next(answers, False)
    assert told(mode, "cost measure") == [
        "measure: 10 words (1 of 1)",
        "measure: ended before anything was measured",
    ]


def test_cost_of_the_session_and_by_hand() -> None:
    mode = line_mode()
    assert told(mode, "cost")[0] == "worked | V 5 | d 3 | k 5"
    lines = told(mode, "cost 1000000 300 5")
    assert find(lines, "multiply-adds").split()[1:3] == ["300,000,000", "1,800"]
    assert "center sat; the score of on is not computed" in " ".join(lines)


def test_the_guide_by_topic() -> None:
    mode = line_mode()
    assert told(mode, "guide")[0] == "When to use which"
    assert told(mode, "guide CLIP")[0] == "CLIP: two ways, normalised  (clip)"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("noise many", "is no whole number"),
        ("noise 10 ship", "ship"),
        ("noise 1 2 3", "it takes a number of draws"),
        ("batch 1", "is not in 2 to 256"),
        ("batch 99", "worked has 18 pairs"),
        ("batch sgns dpr", "it takes a number of pairs"),
        ("batch toy x", "is no whole number"),
        ("noise bars 1 cat", "or bars and a number"),
        ("pmi 0", "is not in 1 to"),
        ("pmi 5 6", "it takes a number of pairs, scatter, heat"),
        ("pmi scatter 5", "it takes a number of pairs, scatter, heat"),
        ("cost measure 5", "before them bars, or measure"),
        ("pmi fit 9", "is not in 1 to 5"),
        ("cost 5", "it takes nothing, or V, d and k"),
        ("cost 0 1", "words must be"),
        ("guide nce", "there is no topic nce"),
        ("guide a b", "it takes one topic"),
    ],
)
def test_what_they_refuse(command: str, says: str) -> None:
    lines = told(line_mode(), command)
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert says in lines[0]


@pytest.mark.parametrize("value", ["1e200", "-1e200", "1e308"])
def test_rows_too_large_for_a_product_are_said_and_nothing_breaks(value: str) -> None:
    mode = line_mode()
    for table, word in (("E", "sat"), ("Ep", "on"), ("Ep", "the"), ("E", "the")):
        told(mode, f"set {table} {word} 1 {value}")
    for command in ("batch 18", "batch 18 clip", "batch 18 softmax", "pmi", "cost", "noise"):
        lines = told(mode, command)
        assert lines
        assert not any("should not happen" in line for line in lines), lines


def test_a_session_without_a_text() -> None:
    mode = LineMode(open_session(SourceOptions(sentence="cat"), center="cat", target="cat"))
    for command in ("batch", "pmi"):
        assert told(mode, command)[0].startswith("error: ")
