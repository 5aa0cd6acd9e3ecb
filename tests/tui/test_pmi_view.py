"""What the PMI screen looks at in a large text: parts of orders, and scores made in blocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.neighbors import GivenUp
from sgns_core.optimum import Learned
from sgns_tui.opening import SourceOptions
from sgns_tui.pmi_view import ORDERS, PmiView, pmi_view, reckoned_view
from sgns_tui.session_opening import open_session

VALUES = st.sampled_from([-np.inf, -1.0, 0.0, 0.5, 2.0, np.inf, np.nan])


def view_of(example: str) -> PmiView:
    session = open_session(SourceOptions(example=example))
    tables = (session.timeline.E, session.timeline.Ep)
    return pmi_view(session.source, session.settings, tables, 0)


GROUPS = view_of("groups")


@given(st.sampled_from(ORDERS), st.integers(0, 2000))
def test_the_first_of_an_order_are_those_of_the_whole_order(by: str, top: int) -> None:
    assert GROUPS.order(by, top).tolist() == GROUPS.order(by)[:top].tolist()


@given(st.lists(VALUES, min_size=1, max_size=12), st.integers(0, 14))
def test_also_among_ties_and_numbers_that_are_none(values: list[float], top: int) -> None:
    view = pmi_view(GROUPS.source, GROUPS.settings, (GROUPS.learned.E, GROUPS.learned.Ep), 0)
    for name in ("scores", "gaps"):
        view.learned.__dict__[name] = np.array(values)
    assert view.order("learned", top).tolist() == view.order("learned")[:top].tolist()


def test_scores_made_in_blocks_are_each_pair_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgns_core.optimum._BLOCK", 7)
    learned = Learned(GROUPS.learned.optimum, GROUPS.learned.E, GROUPS.learned.Ep)
    pairs = learned.optimum.pairs
    wanted = [learned.score(int(i), int(w)) for i, w in zip(pairs.rows, pairs.columns, strict=True)]
    assert learned.scores == pytest.approx(wanted, rel=1e-12, abs=1e-15)


def test_a_reckoned_view_is_the_view_and_says_how_far_it_is() -> None:
    tables = (GROUPS.learned.E, GROUPS.learned.Ep)
    said: list[str] = []
    view = reckoned_view(GROUPS.source, GROUPS.settings, tables, 0, told=said.append)
    assert view.learned.mean_gap == GROUPS.learned.mean_gap
    assert said[0] == "pairs are counted, 100%"
    known = view.learned.optimum
    again = reckoned_view(GROUPS.source, GROUPS.settings, tables, 0, known, said.append)
    assert again.learned.optimum is known
    assert said.count("pairs are counted, 100%") == 1

    def end(text: str) -> None:
        raise GivenUp

    with pytest.raises(GivenUp):
        reckoned_view(GROUPS.source, GROUPS.settings, tables, 0, told=end)
