"""How a run goes, as curves over its updates: remembered from picture to picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sgns_core.edits import Edit, parting
from sgns_core.errors import InvalidInput
from sgns_core.monitor import (
    DrawCounts,
    LossSample,
    draw_counts,
    group_separation,
    loss_sample,
    sample_loss,
)
from sgns_core.timeline import Timeline
from sgns_tui.render.map.scene import MapWords
from sgns_tui.render.train.loss import Curve, LossView

WINDOW = 500  # updates that a mean is over
_POINTS = 100  # of the curve of means
_SAMPLE = 512  # pairs
_MOST_POINTS = 400  # of a curve that is remembered


class Track:
    """A value by step, of the branch that a run stands on."""

    def __init__(self) -> None:
        self._points: dict[int, float] = {}

    def note(self, step: int, value: float) -> None:
        """Note the value at a step; of very many points every second is kept."""
        self._points[step] = value
        if len(self._points) > _MOST_POINTS:
            steps = sorted(self._points)
            self._points = {at: self._points[at] for at in (*steps[:-1:2], steps[-1])}

    def forget(self, after: int) -> None:
        """Forget what came after a step."""
        self._points = {at: value for at, value in self._points.items() if at <= after}

    def clear(self) -> None:
        """Forget everything."""
        self._points = {}

    def until(self, step: int) -> Curve:
        """Return the points up to a step, in order."""
        steps = [at for at in sorted(self._points) if at <= step]
        return steps, [self._points[at] for at in steps]


class Course:
    """The curves of one timeline and the numbers beside them."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._edits: Sequence[Edit] = timeline.edits
        self._check = Track()
        self._separation = Track()
        self._sample = _sample(timeline)
        self._groups: str | None = None
        self._view: LossView | None = None

    def view(self, words: MapWords, slow: bool, rate: float | None, ascii_only: bool) -> LossView:
        """Return how the run goes here; without `slow` the curves are those of the last call."""
        timeline = self._timeline
        self._follow_edits(words)
        config = timeline.config()
        chosen = None if config.choice is None else config.choice.negatives
        k = config.k if chosen is None else len(chosen)
        if slow or self._view is None:
            self._measure(words)
            at = timeline.position
            self._view = LossView(
                mean=mean_losses(timeline),
                window=WINDOW,
                check=self._check.until(at),
                sample=0 if self._sample is None else len(self._sample),
                separation=_or_none(self._separation.until(at)),
                lr=config.lr,
                k=k,
                policy=config.policy,
                seed=timeline.settings.seed,
                rate=rate,
                draws=_draws(timeline),
                ascii_only=ascii_only,
            )
        now = (config.lr, k, config.policy)
        if now != (self._view.lr, self._view.k, self._view.policy):
            lr, k, policy = now
            self._view = replace(self._view, lr=lr, k=k, policy=policy)
        return self._view

    def _measure(self, words: MapWords) -> None:
        """Note loss and separation at the tables as they are."""
        timeline = self._timeline
        if self._sample is not None and len(self._sample):
            loss = sample_loss(timeline.E, timeline.Ep, self._sample)
            self._check.note(timeline.position, loss)
        separation = group_separation(timeline.E, words.groups)
        if separation is not None:
            self._separation.note(timeline.position, separation)

    def _follow_edits(self, words: MapWords) -> None:
        """Forget what another branch or other groups gave."""
        edits = self._timeline.edits
        if edits is not self._edits:
            step = parting(self._edits, edits)
            self._edits = edits
            if step is not None:
                self._check.forget(step)
                self._separation.forget(step)
        if words.basis != self._groups:
            self._groups = words.basis
            self._separation.clear()


def mean_losses(timeline: Timeline, window: int = WINDOW, points: int = _POINTS) -> Curve:
    """Return the mean loss over the last `window` updates, at up to `points` steps up to here."""
    at = timeline.position
    steps = np.unique(np.linspace(min(at, 1), at, points).astype(np.int64))
    steps = steps[steps > 0]
    means = []
    for step in steps.tolist():
        losses = timeline.losses(max(0, step - window), step)
        known = losses[np.isfinite(losses)]
        means.append(float(known.mean()) if len(known) else float("nan"))
    return steps.tolist(), means


def _sample(timeline: Timeline) -> LossSample | None:
    try:
        return loss_sample(timeline.schedule, timeline.first, _SAMPLE)
    except InvalidInput:  # a source without pairs has no such loss
        return None


def _draws(timeline: Timeline) -> DrawCounts | None:
    at = timeline.position
    if not at:
        return None
    try:
        return draw_counts(timeline, max(0, at - WINDOW), at)
    except InvalidInput:
        return None


def _or_none(curve: Curve) -> Curve | None:
    return curve if len(curve[0]) else None
