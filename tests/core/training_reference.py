"""Training once more, in plain Python, with the same draws: to test the engines against.

One operation a line, no NumPy. E and Ep are lists of rows and are changed in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.core.reference import (
    FASTTEXT,
    GENSIM,
    WORD2VEC_C,
    Table,
    dot,
    exact_sigmoid,
    log_sigmoid,
    reference_step,
)

CENTERS = 8
NEGATIVES = 8
MASK = 2**64 - 1
RULES = {"word2vec-c": WORD2VEC_C, "gensim": GENSIM, "fasttext": FASTTEXT}


def splitmix(key: int, number: int) -> int:
    """Word `number`, from 0, of the splitmix64 generator that starts at `key`."""
    z = (key + (number + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def chunk_key(seed: int, stream: int, epoch: int, number: int) -> int:
    """The key of a chunk's draws: 0 subsampling, 1 radii and negatives."""
    return splitmix(splitmix(splitmix(seed, stream), epoch), number)


def below(word: int, n: int) -> int:
    return ((word >> 32) * n) >> 32


@dataclass
class Case:
    """What a chunk is trained with. limits, others: an alias table; keep: of 2^32, by word."""

    sentences: list[list[int]]
    keep: list[int]
    limits: list[int]
    others: list[int]
    window: int
    k: int
    seed: int
    epoch: int
    number: int
    lr_begin: float
    lr_end: float

    def noise_word(self, word: int) -> int:
        place = below(word, len(self.limits))
        return place if word & 0xFFFFFFFF < self.limits[place] else self.others[place]

    def kept(self) -> list[tuple[int, int]]:
        """(word, sentence) of each token that stays."""
        key = chunk_key(self.seed, 0, self.epoch, self.number)
        tokens = [(word, s) for s, words in enumerate(self.sentences) for word in words]
        return [t for i, t in enumerate(tokens) if splitmix(key, i) >> 32 < self.keep[t[0]]]


def train_blocks(E: Table, Ep: Table, case: Case) -> tuple[float, int]:
    """Train by blocks; return the loss and the number of pairs."""
    kept = case.kept()
    key = chunk_key(case.seed, 1, case.epoch, case.number)
    blocks = -(-len(kept) // CENTERS)
    loss, pairs = 0.0, 0
    for block in range(blocks):
        base = block * (CENTERS + NEGATIVES)
        radius = 1 + below(splitmix(key, base), case.window)
        negatives = [case.noise_word(splitmix(key, base + 1 + m)) for m in range(NEGATIVES)]
        centers = list(range(block * CENTERS, min((block + 1) * CENTERS, len(kept))))
        found = [
            (j, i)
            for i in centers
            for j in range(max(0, i - radius), min(len(kept), i + radius + 1))
            if j != i and kept[j][1] == kept[i][1]
        ]
        lr = case.lr_begin + (case.lr_end - case.lr_begin) * block / blocks
        words = [word for word, _ in kept]
        loss += block_update(E, Ep, [(words[j], words[i]) for j, i in found], negatives, case.k, lr)
        pairs += len(found)
    return loss, pairs


def block_update(
    E: Table,
    Ep: Table,
    pairs: Sequence[tuple[int, int]],
    negatives: Sequence[int],
    k: int,
    lr: float,
) -> float:
    """One step for all pairs (input, target) with shared negatives, from the values before.

    Each negative counts k / len(negatives) times for each pair whose target it does not equal.
    """
    d = len(E[0])
    change_E = [[0.0] * d for _ in E]
    change_Ep = [[0.0] * d for _ in Ep]
    loss = 0.0

    def score(x: int, o: int, label: int, weight: float) -> None:
        nonlocal loss
        z = dot(E[x], Ep[o])
        loss += weight * -log_sigmoid(z if label else -z)
        step = lr * weight * (label - exact_sigmoid(z))
        for a in range(d):
            change_E[x][a] += step * Ep[o][a]
            change_Ep[o][a] += step * E[x][a]

    for x, target in pairs:
        score(x, target, 1, 1.0)
        for negative in negatives:
            if negative != target:
                score(x, negative, 0, k / len(negatives))
    for table, change in ((E, change_E), (Ep, change_Ep)):
        for row, added in zip(table, change, strict=True):
            for a in range(d):
                row[a] += added[a]
    return loss


def train_ordered(E: Table, Ep: Table, case: Case, program: str) -> tuple[float, int]:
    """Train by a program's rules, one pair after another; return the loss and the pairs."""
    rules = RULES[program]
    kept = case.kept()
    key = chunk_key(case.seed, 1, case.epoch, case.number)
    slots, per_pair = 2 * case.window + 1, case.k + 1
    loss, pairs = 0.0, 0
    for i, (word, sentence) in enumerate(kept):
        radius = 1 + below(splitmix(key, (i * slots + case.window) * per_pair), case.window)
        lr = case.lr_begin + (case.lr_end - case.lr_begin) * i / len(kept)
        for j in range(max(0, i - radius), min(len(kept), i + radius + 1)):
            if j == i or kept[j][1] != sentence:
                continue
            center, target = (word, kept[j][0]) if program == "fasttext" else (kept[j][0], word)
            negatives = []
            for m in range(case.k):
                drawn = splitmix(key, (i * slots + j - i + case.window) * per_pair + m)
                while case.noise_word(drawn) == target and rules["collision"] == "redraw":
                    drawn = splitmix(drawn, 0)
                negatives.append(case.noise_word(drawn))
            result = reference_step(E, Ep, center, target, negatives, lr, **rules)
            E[:], Ep[:] = result.E, result.Ep
            loss += _loss_as_read(result.scores, result.scores_read)
            pairs += 1
    return loss, pairs


def _loss_as_read(before: Sequence[float], read: Sequence[float | None]) -> float:
    """The loss of the scores as the loop met them; where skipped, none.

    (A row that comes twice is read the second time as the first left it.)
    """
    met = [b if r is None else r for b, r in zip(before, read, strict=True)]
    terms = [-log_sigmoid(met[0])] + [-log_sigmoid(-z) for z in met[1:]]
    return sum(t for t, r in zip(terms, read, strict=True) if r is not None)
