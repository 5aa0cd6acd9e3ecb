"""A run of the toy CLIP as it is printed: a few steps of it, and where it ends."""

from __future__ import annotations

from typing import Final

from sgns_core.batch_objectives import BatchLoss
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.toy_clip import ToyClip, ToySettings, ZeroShot, stands_out
from sgns_core.trace import Floats

MAX_STEPS: Final = 100_000
WALK_STEPS: Final = 10_000
"""The steps that can be walked through: each is kept, so that it can be taken back."""
MILESTONES: Final = (0, *(int(m) * 10**e for e in range(6) for m in "125"))
"""The steps at which a run is looked at."""


@record(eq=False)
class ToyMoment:
    """One step of a run: loss, scale and accuracy before it was made."""

    step: int
    loss: float
    scale: float
    grad_t: float
    accuracy: float
    stands_out: bool


@record(eq=False)
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
    kept = {steps, *MILESTONES}
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


class ToyWalk:
    """A toy that is walked through, forward and back, and the moments that were seen on the way."""

    def __init__(self, settings: ToySettings) -> None:
        self.toy = ToyClip(settings)
        self.moments: list[ToyMoment] = []
        self.stood_out: int | None = None
        self._states: list[tuple[Floats, Floats, float]] = []
        self._look()

    @property
    def step(self) -> int:
        """Return how many steps were made."""
        return self.toy.steps

    @property
    def found(self) -> BatchLoss:
        """Return what the next step sees."""
        return self._found

    def forward(self) -> bool:
        """Make a step; False at the last one that can be made."""
        if self.step >= WALK_STEPS:
            return False
        self.toy.step()
        self._look()
        return True

    def back(self, steps: int = 1) -> bool:
        """Take steps back, to the same numbers; False at the beginning."""
        if not self.step or steps < 1:
            return False
        step = max(0, self.step - steps)
        self.toy.images, self.toy.texts, self.toy.t = self._states[step]
        self.toy.steps = step
        self._found = self.toy.look()
        return True

    def _look(self) -> None:
        """Look at the next step's batch; remember a step that was not reached before."""
        toy = self.toy
        self._found = toy.look()
        if toy.steps == len(self._states):
            self._states.append((toy.images, toy.texts, toy.t))
            self.moments.append(moment(toy, self._found))
            if self.stood_out is None and self.moments[-1].stands_out:
                self.stood_out = toy.steps

    def run(self) -> ToyRun:
        """Return the walk up to here, as it is printed: steps 0, 1, 2, 5, 10, ... and this one."""
        kept = sorted({n for n in MILESTONES if n <= self.step} | {self.step})
        stood = self.stood_out
        return ToyRun(
            self.toy.settings,
            tuple(self.moments[n] for n in kept),
            stood if stood is not None and stood <= self.step else None,
            self._found,
            self.toy.names,
            self.toy.zero_shot(),
        )
