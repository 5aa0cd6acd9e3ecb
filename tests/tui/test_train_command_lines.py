"""What a run says of itself, as literal lines."""

from __future__ import annotations

import pytest

from sgns_core.training.choosing import Choice
from sgns_core.training.settings import TrainingSettings
from sgns_tui.render.progress_text import Progress, clock, progress_line
from sgns_tui.render.train.run import RunView, run_status
from sgns_tui.render.trained_text import (
    cut_line,
    duration,
    engine_text,
    loss_text,
    short_number,
    too_far_line,
    trained_line,
)

PROGRESS = Progress(
    epoch=2, epochs=5, share=0.348, rate=5_870_000.0, lr=0.01631, loss=2.37112,
    sample_loss=2.40508, left=83.2,
)  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (120, "epoch 2/5  ━━━━━━━━━━━━━─────────────────────────   34 %  5.9M words/s  lr 0.0163  "
              "loss 2.371  sample 2.405  1:23 left"),
        (100, "epoch 2/5  ━━━━━━────────────   34 %  5.9M words/s  lr 0.0163  loss 2.371  "
              "sample 2.405  1:23 left"),
        (80, "epoch 2/5   34 %  5.9M words/s  lr 0.0163  loss 2.371  sample 2.405  1:23 left"),
        (72, "epoch 2/5   34 %  5.9M words/s  loss 2.371  sample 2.405  1:23 left"),
        (60, "epoch 2/5   34 %  loss 2.371  sample 2.405  1:23 left"),
        (45, "epoch 2/5   34 %  loss 2.371  1:23 left"),
        (20, "epoch 2/5   34 % …"),
        (4, "e…"),
    ],
)  # fmt: skip
def test_the_line_fits_any_width(cells: int, line: str) -> None:
    made = "".join(progress_line(PROGRESS, cells))
    assert made == line
    assert len(made) <= cells - 2


def test_the_line_in_ascii_and_before_anything_is_known() -> None:
    start = PROGRESS._replace(share=0.0, loss=float("nan"), sample_loss=float("nan"), left=None)
    assert "".join(progress_line(start, 100, True)) == (
        "epoch 2/5  -------------------------------------    0 %  5.9M words/s  lr 0.0163  loss -  "
        "sample -"
    )
    assert "".join(progress_line(start, 100, True)).isascii()
    assert progress_line(start, 100, True).done == ""
    assert progress_line(PROGRESS._replace(share=1.0), 100, True).rest == ""
    assert "100 %" in progress_line(PROGRESS._replace(share=1.0), 100).tail
    assert " 99 %" in progress_line(PROGRESS._replace(share=0.9999), 100).tail


@pytest.mark.parametrize(
    ("lr", "shown"),
    [(0.025, "0.0250"), (1.0, "1.00"), (0.00012345, "0.000123"), (2.5e-6, "2.50e-06"), (0, "0.00")],
)
def test_a_learning_rate_keeps_its_digits_as_it_falls(lr: float, shown: str) -> None:
    assert f"  lr {shown}  " in progress_line(PROGRESS._replace(lr=lr), 120).tail


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (831, "831"), (999.6, "1.0k"), (12_440, "12.4k"), (99_960, "100k"),
     (999_400, "999k"), (999_600, "1.0M"), (5_870_000, "5.9M"), (3.2e9, "3.2G")],
)  # fmt: skip
def test_short_numbers(value: float, shown: str) -> None:
    assert short_number(value) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.4, "59 s"), (59.6, "1:00 min"),
     (185, "3:05 min"), (3599.6, "1:00:00 h"), (3723, "1:02:03 h")],
)  # fmt: skip
def test_durations(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_clock_and_loss() -> None:
    assert [clock(value) for value in (0, 7.4, 59.6, 3599, 3723)] == [
        "0:00", "0:07", "1:00", "59:59", "1:02:03",
    ]  # fmt: skip
    assert loss_text(2.34567) == "2.3457"
    assert loss_text(float("nan")) == "-"
    assert loss_text(float("inf")) == "-"


def test_the_last_line() -> None:
    said = {
        "files": ["v.txt"], "size": 5323, "dim": 100, "words": 776_586, "epochs": 5,
        "seconds": 0.71, "rate": 5_470_000.0, "loss": 2.34564, "sample_loss": 2.38687,
        "engine": engine_text(Choice("numba", "fastest")),
    }  # fmt: skip
    assert trained_line(share=1.0, **said) == (  # type: ignore[arg-type]
        "v.txt: 5,323 words x 100, trained on 776,586 words x 5 epochs; 0.7 s, 5.5M words/s; loss "
        "2.3456 in the last epoch, 2.3869 on a fixed sample at its end; engine numba, the fastest "
        "at equal quality"
    )
    assert trained_line(share=0.99999, **said) == (  # type: ignore[arg-type]
        "v.txt: 5,323 words x 100, stopped at 99.9 % of 776,586 words x 5 epochs; 0.7 s, 5.5M "
        "words/s; loss 2.3456 so far in this epoch, 2.3869 on a fixed sample now; engine numba, "
        "the fastest at equal quality"
    )
    alone = {**said, "size": 1}
    assert trained_line(share=1.0, **alone).startswith("v.txt: 1 word x 100, ")  # type: ignore[arg-type]
    assert "with 1 cut that" in cut_line(1, 1000)
    assert "with 2 cuts that" in cut_line(2, 1000)
    one = {**said, "epochs": 1}
    assert "776,586 words x 1 epoch; 0.7 s" in trained_line(share=1.0, **one)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "epochs", "line"),
    [
        (1, 1, "v.npz | training | 1 word x 8 | 12.0k words x 1 epoch | numpy"),
        (5323, 2, "v.npz | training | 5,323 words x 8 | 12.0k words x 2 epochs | numpy"),
    ],
)
def test_the_first_line_of_a_run_that_is_watched(size: int, epochs: int, line: str) -> None:
    view = RunView(
        output="v.npz", size=size, words=12_000, shown=1, engine="numpy", sample=10,
        settings=TrainingSettings(dim=8, epochs=epochs),
    )  # fmt: skip
    assert run_status(view, "training", 80).plain == line


def test_a_loss_above_that_of_zeros_is_not_passed_over() -> None:
    assert too_far_line(4.1589, 5) is None
    assert too_far_line(float("nan"), 5) is None
    assert too_far_line(432.1, 5) == (
        "note: a loss of 432.1000 is more than the 4.1589 of vectors of zeros: the updates went "
        "too far; try a smaller --lr"
    )
