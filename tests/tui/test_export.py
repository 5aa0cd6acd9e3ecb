"""An update as JSON and CSV: every number unrounded, every word as it is."""

from __future__ import annotations

import csv
import io
import json

import pytest

from sgns_core.errors import InvalidInput
from sgns_tui.export import export_update
from sgns_tui.opening import SourceOptions
from sgns_tui.render.step_json import step_object
from sgns_tui.render.step_view import StepView
from sgns_tui.session_opening import open_session
from sgns_tui.session_view import step_view


def view_of(options: SourceOptions) -> StepView:
    return step_view(open_session(options))


def test_json_is_what_the_command_prints() -> None:
    view = view_of(SourceOptions(example="worked"))
    data = export_update(view, "a.JSON")
    assert json.loads(data) == json.loads(json.dumps(step_object(view.trace, view.words)))
    assert json.loads(data)["loss"] == view.trace.loss


def test_csv_has_a_line_a_row_and_the_numbers_come_back_exactly() -> None:
    view = view_of(SourceOptions(example="repeat"))
    rows = list(csv.DictReader(io.StringIO(export_update(view, "a.csv").decode())))
    trace = view.trace
    assert [row["role"] for row in rows] == ["center", "target"] + ["negative"] * trace.k
    assert [row["word"] for row in rows[1:]] == [view.words[row] for row in trace.rows]
    assert [float(row["loss"]) for row in rows[1:]] == trace.loss_terms.tolist()
    assert [float(row["error"]) for row in rows[1:]] == trace.errors.tolist()
    for i, row in enumerate(rows[1:]):
        after = [float(row[f"after_{n}"]) for n in range(1, len(trace.v_center) + 1)]
        assert after == trace.touched_after[trace.occurrences[i]].tolist()


@pytest.mark.parametrize("word", ['a"b', "a,b", "=1+1", "кіт", "\u202e\u0001"])
def test_words_come_back_from_csv_as_they_were(word: str) -> None:
    view = view_of(SourceOptions(sentence=f"{word} x y z", tokens="whitespace"))
    rows = list(csv.DictReader(io.StringIO(export_update(view, "a.csv").decode(), newline="")))
    assert rows[0]["word"] == view.words[view.trace.center]
    assert word in {view.words[row] for row in (view.trace.center, *view.trace.rows)}


@pytest.mark.parametrize("path", ["a", "a.txt", "json", "csv"])
def test_an_ending_that_says_nothing(path: str) -> None:
    with pytest.raises(InvalidInput, match=r"must end in \.json, \.csv or \.svg"):
        export_update(view_of(SourceOptions(example="worked")), path)
