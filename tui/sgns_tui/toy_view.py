"""A run of the toy CLIP as it is printed: a few steps of it, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sgns_core.batch_objectives import BatchLoss
from sgns_core.errors import InvalidInput
from sgns_core.toy_clip import ToyClip, ToySettings, ZeroShot, stands_out

MAX_STEPS: Final = 100_000


@dataclass(frozen=True, eq=False)
class ToyMoment:
    """One step of a run: loss, scale and accuracy before it was made."""

    step: int
    loss: float
    scale: float
    grad_t: float
    accuracy: float
    stands_out: bool


@dataclass(frozen=True, eq=False)
class ToyRun:
    """A run of the toy: its moments, from which step the diagonal stood out, and its end."""

    settings: ToySettings
    moments: tuple[ToyMoment, ...]
    stood_out: int | None
    last: BatchLoss
    names: tuple[str, ...]
    zero_shot: ZeroShot


def moment(toy: ToyClip, found: BatchLoss) -> ToyMoment:
    """Return where a toy stands; `found` is what its next step sees."""
    assert found.grad_t is not None
    return ToyMoment(
        toy.steps,
        found.loss,
        found.scale,
        found.grad_t,
        toy.zero_shot().accuracy,
        stands_out(found),
    )


def toy_run(settings: ToySettings, steps: int) -> ToyRun:
    """Make `steps` steps of a new toy; kept are those at 0, 1, 2, 5, 10, 20, ..., and the last."""
    if not 0 <= steps <= MAX_STEPS:
        raise InvalidInput(
            "--steps must lie in 0..{most}, got {value}", most=MAX_STEPS, value=steps
        )
    kept = {0, steps, *(int(m) * 10**e for e in range(6) for m in "125")}
    toy = ToyClip(settings)
    moments = []
    stood: int | None = None
    found = toy.look()
    for step in range(steps + 1):
        found = toy.look()
        if stood is None and stands_out(found):
            stood = step
        if step in kept:
            moments.append(moment(toy, found))
        if step < steps:
            toy.step()
    return ToyRun(settings, tuple(moments), stood, found, toy.names, toy.zero_shot())
