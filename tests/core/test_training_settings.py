"""Settings, chunks, and the choice of an engine."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from sgns_core.errors import InvalidInput
from sgns_core.training import choosing
from sgns_core.training.choosing import Choice, choose_engine, make_engine
from sgns_core.training.chunk import Chunk
from sgns_core.training.engine import LossSum
from sgns_core.training.settings import TrainingSettings

has_numba = importlib.util.find_spec("numba") is not None
COUNTS = np.array([5, 5])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dim", 0),
        ("dim", 1.0),
        ("dim", True),
        ("window", 0),
        ("k", -1),
        ("epochs", 0),
        ("lr", -0.1),
        ("lr", float("nan")),
        ("lr_end_share", 1.5),
        ("lr_end_share", "x"),
        ("min_count", 0),
        ("subsample", -1e-3),
        ("subsample", float("inf")),
        ("power", -1.0),
        ("seed", -1),
        ("seed", 2**64),
        ("policy", "article"),
        ("policy", "word2vec"),
        ("engine", "gpu"),
        ("threads", 0),
        ("max_vocab", 0),
    ],
)
def test_a_setting_out_of_range_is_named(name: str, value: Any) -> None:
    with pytest.raises(InvalidInput, match=name.replace("_", "-")):
        TrainingSettings(**{name: value})


def test_the_learning_rate_falls_with_the_share_that_is_done() -> None:
    settings = TrainingSettings()
    assert settings.lr_at(0.0) == 0.025
    assert settings.lr_at(0.5) == pytest.approx(0.025 * 1.0001 / 2)
    assert settings.lr_at(1.0) == pytest.approx(0.025 * 1e-4)


def test_the_noise_has_the_power_of_the_policy_unless_it_is_given() -> None:
    assert TrainingSettings().power == 0.75
    assert TrainingSettings(policy="gensim").power == 0.75
    assert TrainingSettings(policy="fasttext").power == 0.5
    assert TrainingSettings(policy="fasttext", power=0.75).power == 0.75


@pytest.mark.parametrize(
    "parts",
    [
        {"ids": np.zeros(3, np.int64)},
        {"ids": np.zeros((3, 1), np.int32)},
        {"offsets": np.array([0, 3], np.int32)},
        {"offsets": np.array([], np.int64)},
        {"offsets": np.array([0, 2], np.int64)},
        {"offsets": np.array([1, 3], np.int64)},
        {"offsets": np.array([0, 2, 1, 3], np.int64)},
        {"begin": 0.6},
        {"end": 1.1},
        {"epoch": -1},
        {"number": 2**31},
    ],
)
def test_a_chunk_that_is_none_is_refused(parts: dict[str, Any]) -> None:
    whole: dict[str, Any] = {
        "ids": np.zeros(3, np.int32),
        "offsets": np.array([0, 3]),
        "epoch": 0,
        "number": 0,
        "begin": 0.0,
        "end": 0.5,
    }
    assert len(Chunk(**whole)) == 3
    with pytest.raises(ValueError, match=r".") as caught:
        Chunk(**whole | parts)
    assert not isinstance(caught.value, InvalidInput)


def test_losses_add_up() -> None:
    total = LossSum(1.0, 2) + LossSum(3.0, 6)
    assert (total, total.mean) == (LossSum(4.0, 8), 0.5)
    assert np.isnan(LossSum().mean)


@pytest.mark.skipif(not has_numba, reason="numba, the extra `fast`, is not installed")
@pytest.mark.parametrize(
    ("parts", "choice"),
    [
        ({}, Choice("numba", "fastest")),
        ({"engine": "numba"}, Choice("numba", "asked")),
        ({"engine": "numpy"}, Choice("numpy", "asked")),
        ({"policy": "gensim"}, Choice("numba", "rules")),
    ],
)
def test_the_engine_that_is_chosen_is_made(parts: dict[str, Any], choice: Choice) -> None:
    settings = TrainingSettings(**parts)
    assert choose_engine(settings) == choice
    assert make_engine(settings, COUNTS).name == choice.engine


def test_without_numba_numpy_trains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "available", lambda: False)
    assert choose_engine(TrainingSettings()) == Choice("numpy", "no-numba")
    assert make_engine(TrainingSettings(), COUNTS).name == "numpy"
    for parts, said in (
        ({"engine": "numba"}, "--engine numba needs numba"),
        ({"policy": "gensim"}, "--policy gensim needs numba"),
        ({"threads": 2}, "--threads 2 needs"),
    ):
        with pytest.raises(InvalidInput, match=said):
            choose_engine(TrainingSettings(**parts))


@pytest.mark.parametrize("parts", [{"policy": "gensim"}, {"threads": 2}])
def test_numpy_does_what_it_can(parts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="numpy engine"):
        choose_engine(TrainingSettings(engine="numpy", **parts))
