"""Policies: the presets, single parts, refusals; sigma as each program computes it."""

import math
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.policy import (
    ARTICLE,
    FASTTEXT,
    GENSIM,
    PRESETS,
    WORD2VEC_C,
    Policy,
    out_of_range,
    policy_sigmoid,
    sigmoid,
    softplus,
)
from tests.core import reference
from tests.core.cases import TABLES, reference_policy, untimed
from tests.core.reference import exact_sigmoid, log_sigmoid, table_sigmoid

finite = st.floats(allow_nan=False, allow_infinity=False)


def test_presets_are_what_the_reference_says_of_the_programs() -> None:
    assert list(PRESETS) == ["article", "word2vec-c", "gensim", "fasttext"]
    assert list(PRESETS.values()) == [ARTICLE, WORD2VEC_C, GENSIM, FASTTEXT]
    for (name, preset), (known, parts) in zip(
        PRESETS.items(), reference.PRESETS.items(), strict=True
    ):
        assert preset.name == name
        assert name.replace("-", "_") == known
        mine = reference_policy(preset)
        if preset.range_rule == "exact":
            mine["bound"] = math.inf  # it is not read
        assert mine == parts
        assert preset.power == reference.POWERS[known]
        assert preset.direction == reference.INPUT_ROWS[known]
        assert preset.outputs_start_at_zero is (name != "article")


def test_parts_are_set_one_by_one_and_the_name_stays() -> None:
    changed = FASTTEXT.with_parts(power=0.75, order="simultaneous")
    assert changed.name == "fasttext"
    assert changed.changed_parts() == {"power": 0.75, "order": "simultaneous"}
    assert changed.with_parts(power=0.5, order="sequential") == FASTTEXT
    assert FASTTEXT.changed_parts() == {}
    assert changed.outputs_start_at_zero
    assert Policy(name="mine", power=1).changed_parts() == {"power": 1}


def test_policies_are_frozen_and_can_be_keys() -> None:
    with pytest.raises(FrozenInstanceError):
        ARTICLE.power = 1.0  # type: ignore[misc]
    assert {ARTICLE: 1}[Policy()] == 1


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("collision", "swap"),
        ("collision", ["keep"]),
        ("order", ""),
        ("range_rule", None),
        ("sigmoid", "table"),
        ("direction", "Center"),
        *(("power", value) for value in (-0.1, math.nan, math.inf, "1", None, 1j, 10**400)),
        *(("bound", value) for value in (0, -6.0, math.nan, math.inf, "6", None, 10**400)),
    ],
)
def test_what_a_part_cannot_be(part: str, value: Any) -> None:
    given: dict[str, Any] = {part: value}
    with pytest.raises(InvalidInput, match=f"{part} must be") as refusal:
        Policy(**given)
    assert repr(value) in str(refusal.value)
    with pytest.raises(InvalidInput, match=f"{part} must be"):
        GENSIM.with_parts(**given)


@pytest.mark.parametrize("part", ["name", "lr", "__class__"])
def test_what_is_no_part(part: str) -> None:
    with pytest.raises(InvalidInput, match="is no part of a policy; the parts are bound, coll"):
        ARTICLE.with_parts(**{part: "x"})


@untimed
@given(finite)
def test_sigmoid_and_softplus_of_any_finite_score(score: float) -> None:
    at = np.array([score])
    assert sigmoid(at)[0] == pytest.approx(exact_sigmoid(score), rel=1e-14, abs=1e-320)
    assert softplus(at)[0] == pytest.approx(-log_sigmoid(-score), rel=1e-14, abs=1e-320)
    assert 0 <= sigmoid(at)[0] <= 1
    assert sigmoid(at)[0] + sigmoid(-at)[0] == pytest.approx(1, abs=3e-16)


def test_sigmoid_keeps_shape_and_its_argument() -> None:
    scores = np.linspace(-9, 9, 24).reshape(2, 3, 4)
    before = scores.copy()
    for policy in PRESETS.values():
        assert policy_sigmoid(scores, policy).shape == scores.shape
        assert out_of_range(scores, policy).shape == scores.shape
    assert scores.tobytes() == before.tobytes()


@pytest.mark.parametrize("rule", ["word2vec-table", "fasttext-table"])
def test_every_entry_of_a_table(rule: Any) -> None:
    policy = ARTICLE.with_parts(sigmoid=rule)
    reach, factor = (6, 83) if rule == "word2vec-table" else (8, 32)
    places = np.arange(2 * reach * factor)
    scores = (places + 0.5) / factor - reach  # the middle of what each entry stands for
    assert np.abs(scores).max() < reach
    wanted = [table_sigmoid(z, TABLES[rule]) for z in scores.tolist()]
    np.testing.assert_allclose(policy_sigmoid(scores, policy), wanted, rtol=1e-13)
    assert len(np.unique(policy_sigmoid(scores, policy))) == len(places)
    ends = np.array([-reach, reach, np.nextafter(reach, 9), -np.nextafter(reach, 9), 100, -100.0])
    wanted = [table_sigmoid(z, TABLES[rule]) for z in ends.tolist()]
    np.testing.assert_allclose(policy_sigmoid(ends, policy), wanted, rtol=1e-13)


@pytest.mark.parametrize("bound", [6.0, 8.0, 0.3])
def test_range_rules_at_and_beside_the_bound(bound: float) -> None:
    outside = float(np.nextafter(bound, math.inf))
    inside = float(np.nextafter(bound, 0))
    scores = np.array([bound, outside, inside, -bound, -outside, -inside])
    assert not out_of_range(scores, ARTICLE.with_parts(bound=bound)).any()
    saturate = ARTICLE.with_parts(range_rule="saturate", bound=bound)
    assert out_of_range(scores, saturate).tolist() == [False, True, False, False, True, False]
    probabilities = policy_sigmoid(scores, saturate)
    assert probabilities[[1, 4]].tolist() == [1.0, 0.0]
    assert ((probabilities[[0, 2, 3, 5]] > 0) & (probabilities[[0, 2, 3, 5]] < 1)).all()
    stop = ARTICLE.with_parts(range_rule="stop", bound=bound)
    assert out_of_range(scores, stop).tolist() == [True, True, False, True, True, False]
    assert policy_sigmoid(scores, stop).tolist() == sigmoid(scores).tolist()
