from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgns_core.edits import (
    Change,
    Choice,
    Config,
    Edit,
    SetChoice,
    SetK,
    SetLr,
    SetPolicy,
    SetValue,
    check_change,
    check_edits,
    config_at,
    edits_after,
    edits_at,
    edits_until,
    last_edit,
    next_edit,
    parting,
)
from sgns_core.errors import InvalidInput
from sgns_core.policy import ARTICLE, FASTTEXT

FIRST = Config(0.1, 5, ARTICLE, None)
EDITS = st.lists(
    st.builds(
        Edit,
        st.integers(0, 6),
        st.one_of(
            st.builds(SetLr, st.floats(0, 1)),
            st.builds(SetK, st.integers(0, 9)),
            st.builds(SetPolicy, st.sampled_from([ARTICLE, FASTTEXT])),
            st.builds(SetChoice, st.sampled_from([None, Choice(1, 2), Choice(0, 0, (1,))])),
            st.just(SetValue("E", 0, 0, 1.0)),
        ),
    ),
    max_size=8,
).map(lambda edits: tuple(sorted(edits, key=lambda edit: edit.at)))


@settings(deadline=None)
@given(EDITS, st.integers(0, 8))
def test_what_holds_at_a_step_is_what_was_set_last(edits: tuple[Edit, ...], step: int) -> None:
    lr, k, policy, choice = 0.1, 5, ARTICLE, None
    for edit in edits:
        match edit:
            case Edit(at, SetLr(value)) if at <= step:
                lr = value
            case Edit(at, SetK(value)) if at <= step:
                k = value
            case Edit(at, SetPolicy(value)) if at <= step:
                policy = value
            case Edit(at, SetChoice(value)) if at <= step:
                choice = value
    assert config_at(FIRST, edits, step) == Config(lr, k, policy, choice)


@settings(deadline=None)
@given(EDITS, st.integers(0, 8))
def test_edits_are_found_by_their_step(edits: tuple[Edit, ...], step: int) -> None:
    check_edits(edits, 3, 2)
    assert list(edits_at(edits, step)) == [edit for edit in edits if edit.at == step]
    assert list(edits_until(edits, step)) == [edit for edit in edits if edit.at <= step]
    assert list(edits_after(edits, step)) == [edit for edit in edits if edit.at > step]
    assert next_edit(edits, step) == min((e.at for e in edits if e.at > step), default=None)
    assert last_edit(edits, step) == max((e.at for e in edits if e.at <= step), default=0)


@pytest.mark.parametrize(
    "change",
    [
        SetLr(-0.1),
        SetLr(float("nan")),
        SetLr(float("inf")),
        SetK(-1),
        SetK(True),
        SetChoice(Choice(3, 0)),
        SetChoice(Choice(0, -1)),
        SetChoice(Choice(0, 0, (1, 3))),
        SetValue("F", 0, 0, 1.0),  # type: ignore[arg-type]
        SetValue("E", 3, 0, 1.0),
        SetValue("E", -1, 0, 1.0),
        SetValue("Ep", 0, 2, 1.0),
        SetValue("Ep", 0, -1, 1.0),
        SetValue("E", 0, 0, float("inf")),
    ],
    ids=str,
)
def test_what_is_impossible_is_refused(change: Change) -> None:
    with pytest.raises(InvalidInput):
        check_change(change, 3, 2)
    with pytest.raises(InvalidInput):
        check_edits([Edit(0, SetLr(0.1)), Edit(2, change)], 3, 2)


@pytest.mark.parametrize(
    "change",
    [
        SetLr(0.0),
        SetK(0),
        SetPolicy(FASTTEXT),
        SetChoice(None),
        SetChoice(Choice(2, 2, ())),
        SetValue("E", 2, 1, -0.0),
    ],
    ids=str,
)
def test_what_is_possible_is_not(change: Change) -> None:
    check_change(change, 3, 2)


@pytest.mark.parametrize("steps", [(-1,), (2, 1), (0, 5, 4)])
def test_edits_come_in_the_order_of_their_steps(steps: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInput, match="order of their steps"):
        check_edits([Edit(step, SetLr(0.1)) for step in steps], 3, 2)


def test_two_runs_part_where_their_edits_first_differ() -> None:
    one, two, three = Edit(3, SetLr(0.5)), Edit(7, SetK(2)), Edit(5, SetK(2))
    assert parting((), ()) is None
    assert parting((one, two), (one, two)) is None
    assert parting((one,), (one, two)) == 7
    assert parting((one, two), (one,)) == 7
    assert parting((one, two), (one, three)) == 5
    assert parting((), (one,)) == 3
