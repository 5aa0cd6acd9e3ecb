"""What a run is made of: words with counts, a text where there is one, tables and a chosen pair."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sgns_core.corpus import Corpus, TextSettings
from sgns_core.draws import Stream, uniforms
from sgns_core.errors import InvalidInput
from sgns_core.kept import KeptTokens, keep_probability
from sgns_core.model_file import Model
from sgns_core.noise import NoiseDistribution
from sgns_core.pairs import PairSequence, pair_counts, radii
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.trace import Floats
from sgns_core.vocabulary import Vocabulary

if TYPE_CHECKING:
    from sgns_core.vectors import WordVectors

_VALUES = 1 << 18  # of the first tables, drawn at once

MAX_TABLE_VALUES = 2**27  # of each table: 1 GB


@record
class Wanted:
    """What is asked of a pair by hand: row indices; None is left to the text, or to chance."""

    center: int | None = None
    target: int | None = None
    negatives: tuple[int, ...] | None = None

    @property
    def pair(self) -> tuple[int, int] | None:
        """Return center and target where both are chosen."""
        if self.center is None or self.target is None:
            return None
        return self.center, self.target


@record(eq=False, kw_only=True)
class Source:
    """Where pairs, counts and first tables come from.

    tables: (E, Ep), each (V, d) float64, where the source brings them. wanted: the pair
    to begin with, as far as it says. lr and window: what the source asks for unless a setting says
    otherwise. built_in: it comes with the program. reconstructed: the rows of Ep are not those
    behind the published figures, but give every one of them.
    """

    name: str
    vocabulary: Vocabulary
    corpus: Corpus | None = None
    tables: tuple[Floats, Floats] | None = None
    wanted: Wanted = Wanted()
    lr: float | None = None
    window: int | None = None
    built_in: bool = False
    reconstructed: bool = False

    @cached_property
    def tokens(self) -> KeptTokens | None:
        """The text's tokens that are in the vocabulary, before subsampling; None without a text."""
        return None if self.corpus is None else KeptTokens.from_corpus(self.corpus, self.vocabulary)

    def pairs(self, settings: Settings, epoch: int = 0) -> PairSequence:
        """Return the (center, context) pairs of one epoch.

        With subsampling and shrinking windows each epoch has its own, decided by the seed. Raises
        InvalidInput where there is no text or it has no pair.
        """
        sequence = self.epoch_pairs(settings, epoch)
        sequence.require_pairs(self.name)
        return sequence

    def epoch_pairs(self, settings: Settings, epoch: int) -> PairSequence:
        """Return the pairs of one epoch as `pairs` does, of which subsampling may leave none."""
        tokens = self.tokens
        if tokens is None:
            raise InvalidInput(
                "{source} has no text to take pairs from; add its text with --text, or choose a "
                "pair with --center and --target",
                source=self.name,
            )
        if settings.subsample > 0:
            probability = keep_probability(
                self.vocabulary.counts,
                self.vocabulary.total,
                settings.subsample,
                settings.subsample_formula,
            )
            chance = uniforms(settings.seed, 0, len(tokens), 1, Stream.SUBSAMPLE, epoch)[:, 0]
            tokens = tokens.subsampled(probability, chance)
        chance_of_radius = None
        if settings.shrink:
            chance_of_radius = uniforms(settings.seed, 0, len(tokens), 1, Stream.WINDOW, epoch)[
                :, 0
            ]
        return PairSequence(tokens, radii(settings.window, chance_of_radius))

    def context_counts(self, center: int, window: int) -> Floats | None:
        """Return how often each word (V,) is a context of `center` in the text, None without one.

        The window is taken whole, neither shrunk nor subsampled: what may ever be a context counts.
        """
        tokens = self.tokens
        if tokens is None:
            return None
        places = np.flatnonzero(tokens.ids == center)
        sentence = np.repeat(np.arange(len(tokens.offsets) - 1), np.diff(tokens.offsets))
        counts = np.zeros(len(self.vocabulary))
        for shift in range(1, min(window, len(tokens)) + 1):
            for there in (places - shift, places + shift):
                inside = (there >= 0) & (there < len(tokens))
                inside[inside] = sentence[there[inside]] == sentence[places[inside]]
                counts += np.bincount(tokens.ids[there[inside]], minlength=len(counts))
        return counts

    def whole_window_pairs(self, window: int) -> PairSequence:
        """Return every pair within a window that is neither shrunk nor subsampled."""
        if self.tokens is None:
            raise ValueError("a source without a text has no pairs")
        return PairSequence(self.tokens, radii(window, None))

    def noise(self, settings: Settings, power: float | None = None) -> NoiseDistribution:
        """Return what negatives are drawn from; a power of None is the policy's own."""
        counts: Floats | np.ndarray = self.vocabulary.counts
        if settings.noise_counts == "pairs":
            _, columns, times = pair_counts(self.pairs(settings), len(self.vocabulary))
            counts = np.bincount(columns, times, len(self.vocabulary))
        return NoiseDistribution(counts, settings.policy.power if power is None else power)

    def first_tables(self, settings: Settings) -> tuple[Floats, Floats]:
        """Return E and Ep (V, d) to begin with, as arrays of the caller's own.

        The source's tables where it has some. Else E is uniform in +-0.5/d, as in word2vec.c, and
        so is Ep unless the policy is that of a program, which starts it at zero.
        """
        size, dim = len(self.vocabulary), settings.dim
        if self.tables is not None:
            return self.tables[0].copy(), self.tables[1].copy()
        E, Ep = np.empty((size, dim)), np.empty((size, dim))
        many = max(1, _VALUES // dim)
        for table, values in enumerate((E, Ep)):
            for start in range(0, size, many):
                stop = min(start + many, size)
                values[start:stop] = self.first_rows(settings, table, start, stop)
        return E, Ep

    def first_rows(self, settings: Settings, table: int, start: int, stop: int) -> Floats:
        """Return rows start..stop-1 of one of the `first_tables`: 0 is E, 1 is Ep."""
        if self.tables is not None:
            return self.tables[table][start:stop]
        if table == 1 and settings.policy.outputs_start_at_zero:
            return np.zeros((stop - start, settings.dim))
        stream = (Stream.E, Stream.EP)[table]
        chance = uniforms(settings.seed, start, stop - start, settings.dim, stream)
        return (chance - 0.5) / settings.dim


def source_from_corpus(corpus: Corpus, name: str) -> Source:
    """Return a text as a source."""
    return Source(name=name, vocabulary=corpus.vocabulary(), corpus=corpus)


def source_from_model(model: Model, name: str, window: int | None = None) -> Source:
    """Return a model file as a source."""
    text = model.text
    return Source(
        name=name,
        vocabulary=model.vocabulary,
        corpus=None if text is None else Corpus.from_text(text, TextSettings(), name),
        tables=(model.E, model.Ep),
        wanted=Wanted(model.center, model.target, model.negatives),
        lr=model.lr,
        window=window,
    )


def source_from_vectors(vectors: WordVectors, name: str) -> Source:
    """Return vectors with both tables as a source, its tables as float64.

    Raises InvalidInput where there is no Ep, a value that is not finite, or no room for the tables.
    """
    if vectors.Ep is None:
        raise InvalidInput(
            "{source} holds no output table Ep, which an update needs; name an .npz that train "
            "wrote",
            source=name,
        )
    if len(vectors) * vectors.dim > MAX_TABLE_VALUES:
        raise InvalidInput(
            "{source} holds {words} words x {dim} components, too many to go through update by "
            "update; train fewer with --max-vocab",
            source=name,
            words=len(vectors),
            dim=vectors.dim,
        )
    tables = []
    for label, table in (("E", vectors.E), ("Ep", vectors.Ep)):
        bad = np.flatnonzero(~np.isfinite(table).all(axis=1))
        if len(bad):
            raise InvalidInput(
                "{source}: the row of {word} in {table} holds a value that is not finite",
                source=name,
                word=vectors.words[bad[0]],
                table=label,
            )
        rows = table.astype(np.float64)
        rows.setflags(write=False)
        tables.append(rows)
    return Source(name=name, vocabulary=vectors.vocabulary, tables=(tables[0], tables[1]))
