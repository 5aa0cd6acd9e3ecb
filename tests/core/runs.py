"""What tests of a run share: texts made by code, and the plainest run there can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import count

import numpy as np
import numpy.typing as npt

from sgns_core.arguments import NonFiniteUpdate
from sgns_core.corpus import Corpus
from sgns_core.draws import draw_negatives, uniforms
from sgns_core.edits import Choice, Edit, SetChoice, SetK, SetLr, SetPolicy, SetValue
from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.policy import Policy
from sgns_core.settings import Settings
from sgns_core.source import Source, source_from_corpus
from sgns_core.step import sgns_step, trace_step
from sgns_core.trace import Floats, StepTrace


def zipf_text(words: int, tokens: int, sentence: int = 9, seed: int = 3) -> Source:
    """Return a text of words drawn by Zipf's law, every word at least once."""
    noise = NoiseDistribution(1.0 / np.arange(1, words + 1), 1.0)
    drawn = noise.draw(uniforms(seed, 0, tokens, 1)[:, 0])
    spelt = [f"w{row}" for row in (*range(words), *drawn.tolist())]
    sentences = [spelt[i : i + sentence] for i in range(0, len(spelt), sentence)]
    return source_from_corpus(Corpus.from_sentences(sentences), f"zipf-{words}")


@dataclass
class Rules:
    """What governs an update, as the plain run keeps it."""

    lr: float
    k: int
    policy: Policy
    choice: Choice | None


@dataclass(frozen=True)
class Planned:
    """One update that is about to be made."""

    center: int
    rows: list[int]
    skipped: list[bool]
    rules: Rules


class PlainRun:
    """A run made again from nothing: one pair, one row of draws and one `sgns_step` at a time."""

    def __init__(self, source: Source, settings: Settings, edits: Sequence[Edit] = ()) -> None:
        self.source, self.settings, self.edits = source, settings, list(edits)
        self.E, self.Ep = source.first_tables(settings)
        wanted = source.wanted
        choice = None
        if wanted.center is not None and wanted.target is not None:
            choice = Choice(wanted.center, wanted.target, wanted.negatives)
        self.rules = Rules(settings.lr, settings.k, settings.policy, choice)
        self.losses: list[float] = []
        self.stopped: tuple[str, int] | None = None
        self._pairs = plain_pairs(source, settings)
        self._pair: tuple[int, int] | None = None
        self._noise: dict[float, NoiseDistribution] = {}
        self._arrive()

    @property
    def position(self) -> int:
        return len(self.losses)

    def _arrive(self) -> None:
        self._pair = next(self._pairs, None)
        for edit in self.edits:
            if edit.at != self.position:
                continue
            match edit.change:
                case SetLr(lr):
                    self.rules = replace(self.rules, lr=lr)
                case SetK(k):
                    self.rules = replace(self.rules, k=k)
                case SetPolicy(policy):
                    self.rules = replace(self.rules, policy=policy)
                case SetChoice(choice):
                    self.rules = replace(self.rules, choice=choice)
                case SetValue(table, row, column, value):
                    (self.E if table == "E" else self.Ep)[row, column] = value

    def planned(self) -> Planned:
        rules = self.rules
        policy = rules.policy
        if rules.choice is not None:
            center, target = rules.choice.center, rules.choice.target
        else:
            assert self._pair is not None
            first, second = self._pair
            center, target = (second, first) if policy.direction == "context" else (first, second)
        if rules.choice is not None and rules.choice.negatives is not None:
            negatives = list(rules.choice.negatives)
            skipped = [policy.collision == "skip" and row == target for row in negatives]
        else:
            chance = uniforms(self.settings.seed, self.position, 1, rules.k)[0]
            if policy.power not in self._noise:
                self._noise[policy.power] = self.source.noise(self.settings, policy.power)
            drawn, flags = draw_negatives(chance, target, policy, self._noise[policy.power])
            negatives, skipped = drawn.tolist(), flags.tolist()
        return Planned(center, [target, *negatives], skipped, rules)

    def trace(self, allow_overflow: bool = False) -> StepTrace:
        plan = self.planned()
        return trace_step(
            self.E,
            self.Ep,
            plan.center,
            plan.rows[0],
            plan.rows[1:],
            plan.rules.lr,
            plan.rules.policy,
            allow_overflow,
        )

    def step(self) -> bool:
        plan = self.planned()
        lr, policy = plan.rules.lr, plan.rules.policy
        negatives = plan.rows[1:]
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                loss = sgns_step(self.E, self.Ep, plan.center, plan.rows[0], negatives, lr, policy)
        except NonFiniteUpdate as error:
            self.stopped = (str(error.values["table"]), int(str(error.values["row"])))
            return False
        self.losses.append(loss)
        self._arrive()
        return True

    def to(self, step: int) -> PlainRun:
        while self.position < step and self.step():
            pass
        return self


def plain_pairs(source: Source, settings: Settings) -> Iterator[tuple[int, int]]:
    """Yield the pairs of one epoch after another; an epoch that keeps none has none."""
    if source.corpus is None:
        return
    for epoch in count():
        try:
            sequence = source.pairs(settings, epoch)
        except InvalidInput:
            assert settings.subsample > 0
            continue
        centers, contexts = sequence.ids(np.arange(len(sequence)))
        yield from zip(centers.tolist(), contexts.tolist(), strict=True)


def plain_tables(
    source: Source, settings: Settings, edits: Sequence[Edit], step: int
) -> tuple[Floats, Floats]:
    run = PlainRun(source, settings, edits).to(step)
    assert run.position == step
    return run.E, run.Ep


def same_bits(one: npt.NDArray[np.generic], other: npt.NDArray[np.generic]) -> bool:
    return (
        one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    )


def same_trace(one: StepTrace, other: StepTrace) -> bool:
    """Tell whether every field of two traces is the same to the last bit."""
    return all(
        same_bits(np.asarray(getattr(one, field.name)), np.asarray(getattr(other, field.name)))
        if field.name != "policy"
        else one.policy == other.policy
        for field in fields(StepTrace)
    )
