"""A CLIP small enough to watch: made-up features, two linear encoders, one learned scale."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from sgns_core.batch_objectives import (
    FIRST_LOG_SCALE,
    MAX_SCALE,
    BatchLoss,
    batch_objective,
    normalised,
)
from sgns_core.draws import Stream, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_core.trace import Floats, Indices

CLASSES: Final = ("circle", "square", "star", "cross", "wave", "grid", "ring", "dot")
IMAGE_FEATURES: Final = 12
TEXT_FEATURES: Final = 10
NOISE: Final = 0.35
HELD_OUT: Final = 4
"""Images of each class that no step ever sees."""

_IMAGES, _TEXTS, _ENCODERS, _TESTS, _BATCHES = range(2, 7)  # rounds of Stream.SAMPLE


@record(kw_only=True)
class ToySettings:
    """What the toy is made of. seed: decides features, encoders and noise. Raises InvalidInput."""

    seed: int = 1
    classes: int = 6
    dim: int = 4
    lr: float = 0.1

    def __post_init__(self) -> None:
        if not 2 <= self.classes <= len(CLASSES):
            raise InvalidInput(
                "classes must be 2 to {most}, got {value}", most=len(CLASSES), value=self.classes
            )
        if not 1 <= self.dim <= min(IMAGE_FEATURES, TEXT_FEATURES):
            raise InvalidInput(
                "dim must be 1 to {most}, got {value}",
                most=min(IMAGE_FEATURES, TEXT_FEATURES),
                value=self.dim,
            )
        if not (math.isfinite(self.lr) and 0 <= self.lr <= 100):
            raise InvalidInput("lr must lie in 0..100, got {value}", value=self.lr)


class ToyClip:
    """Two linear encoders and t, trained by the symmetric loss, a step at a time.

    Every class has an "image" prototype and a "text" prototype, random and unrelated; an image is
    its prototype and noise, new in each step, a text is its prototype. A batch holds one pair of
    each class. images: W (IMAGE_FEATURES, d), texts: W (TEXT_FEATURES, d). The same settings give
    the same run.
    """

    def __init__(self, settings: ToySettings | None = None) -> None:
        self.settings = ToySettings() if settings is None else settings
        n, d, seed = self.settings.classes, self.settings.dim, self.settings.seed
        self.names = CLASSES[:n]
        self.prototypes = _normal(seed, 0, n, IMAGE_FEATURES, _IMAGES)
        self.captions = _normal(seed, 0, n, TEXT_FEATURES, _TEXTS)  # (n, TEXT_FEATURES)
        self.images = _normal(seed, 0, IMAGE_FEATURES, d, _ENCODERS) / math.sqrt(IMAGE_FEATURES)
        self.texts = _normal(seed, 100, TEXT_FEATURES, d, _ENCODERS) / math.sqrt(TEXT_FEATURES)
        self.t = FIRST_LOG_SCALE
        self.steps = 0

    def features(self, step: int) -> Floats:
        """Return the images (n, IMAGE_FEATURES) of one step's batch, a class each."""
        n = self.settings.classes
        noise = _normal(self.settings.seed, step * n, n, IMAGE_FEATURES, _BATCHES)
        return self.prototypes + NOISE * noise

    def look(self) -> BatchLoss:
        """Return loss, scores and gradients of the next step's batch; nothing changes."""
        return self._objective(self.features(self.steps))

    def step(self) -> BatchLoss:
        """Make one step of gradient descent; return the loss and scores before it."""
        features = self.features(self.steps)
        found = self._objective(features)
        lr = self.settings.lr
        self.images = self.images - lr * features.T @ found.grad_Q
        self.texts = self.texts - lr * self.captions.T @ found.grad_P
        assert found.grad_t is not None
        # The cap is on t itself, as in the published training, so that it can come back down.
        self.t = min(self.t - lr * found.grad_t, math.log(MAX_SCALE))
        self.steps += 1
        return found

    def _objective(self, features: Floats) -> BatchLoss:
        return batch_objective(
            "clip", features @ self.images, self.captions @ self.texts, None, self.t
        )

    def zero_shot(self) -> ZeroShot:
        """Return how images that no step ever saw are named by the nearest class text."""
        n = self.settings.classes
        labels = np.repeat(np.arange(n), HELD_OUT)
        noise = _normal(self.settings.seed, 0, len(labels), IMAGE_FEATURES, _TESTS)
        images, _ = normalised("images", (self.prototypes[labels] + NOISE * noise) @ self.images)
        texts, _ = normalised("texts", self.captions @ self.texts)
        cosines = images @ texts.T
        return ZeroShot(self.names, labels, cosines, cosines.argmax(axis=1))


@record(eq=False)
class ZeroShot:
    """Unseen images against the texts of all classes.

    labels: (m,) the true class of each image. cosines: (m, n). named: (m,) the class whose text is
    nearest.
    """

    names: tuple[str, ...]
    labels: Indices
    cosines: Floats
    named: Indices

    @property
    def accuracy(self) -> float:
        """Return the share of images that get their own class."""
        return float((self.labels == self.named).mean())


def stands_out(found: BatchLoss) -> bool:
    """Tell whether every diagonal cell has more than half of its row and of its column."""
    columns = found.cells.column_probabilities
    assert columns is not None
    return bool((np.diag(found.cells.probabilities) > 0.5).all() and (np.diag(columns) > 0.5).all())


def _normal(seed: int, start: int, rows: int, columns: int, round_: int) -> Floats:
    """Return normal numbers (rows, columns), a pure function (Box and Muller 1958)."""
    chance = uniforms(seed, start, rows, 2 * columns, Stream.SAMPLE, round_)
    radius = np.sqrt(-2.0 * np.log1p(-chance[:, :columns]))
    return np.asarray(radius * np.cos(2.0 * np.pi * chance[:, columns:]))
