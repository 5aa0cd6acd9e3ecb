"""What the colours of a map go by: groups that are given, bands of frequency, or k-means."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np

from sgns_core import groups as built_in
from sgns_core.frequency_bands import frequency_bands
from sgns_core.groups_file import WordGroups, as_word_groups, read_groups
from sgns_core.kmeans import kmeans
from sgns_core.source import Source
from sgns_core.trace import Floats, Indices
from sgns_tui.i18n import _
from sgns_tui.render.map.scene import MapWords
from sgns_tui.text import shortened, visible

_KMEANS_SEED = 1
_LEAST_MEANS, _MOST_MEANS = 2, 8


class Basis(Enum):
    """What groups are made from."""

    GIVEN = "given"
    BANDS = "bands"
    KMEANS = "kmeans"


class Grouping:
    """The groups of a source's words; training never sees them."""

    def __init__(self, source: Source, file: str | None = None, ascii_only: bool = False) -> None:
        """Read the groups file, if there is one; raises InvalidInput that names its line."""
        self.source = source
        self.file = file
        self.ascii_only = ascii_only
        self.given = given_groups(source, file)
        self.basis = Basis.BANDS if self.given is None else Basis.GIVEN
        self._made: dict[Basis, MapWords] = {}
        self._labels: Indices | None = None

    def next_basis(self) -> Basis:
        """Go on to the next basis that there is."""
        known = [basis for basis in Basis if basis is not Basis.GIVEN or self.given is not None]
        self.basis = known[(known.index(self.basis) + 1) % len(known)]
        self._labels = None
        return self.basis

    def words(self, rows: Floats, fresh: bool) -> MapWords:
        """Return the words with their groups; `fresh` looks again where groups follow the rows."""
        if self.basis is Basis.KMEANS and (fresh or self.basis not in self._made):
            self._made[self.basis] = self._means(rows)
        if self.basis not in self._made:
            self._made[self.basis] = self._fixed()
        return self._made[self.basis]

    def _fixed(self) -> MapWords:
        counts = self.source.vocabulary.counts
        if self.basis is Basis.GIVEN and self.given is not None:
            basis = _("groups of the text") if self.file is None else _("groups from {file}")
            name = shortened(visible(self.file or "", self.ascii_only), 24, self.ascii_only)
            return self._mapped(self.given.labels, self.given.names, basis.format(file=name))
        bands = frequency_bands(counts)
        names = [_range(low, high) for low, high in bands.ranges]
        return self._mapped(bands.labels, names, _("by count"))

    def _means(self, rows: Floats) -> MapWords:
        wanted = _LEAST_MEANS * 2 if self.given is None else len(self.given.names)
        k = max(1, min(wanted, _MOST_MEANS, len(rows)))
        self._labels = kmeans(rows, k, _KMEANS_SEED, self._labels)
        names = [str(number) for number in range(1, k + 1)]
        return self._mapped(self._labels, names, _("k-means of E, k = {k}").format(k=k))

    def _mapped(self, labels: Indices, names: Sequence[str], basis: str) -> MapWords:
        vocabulary = self.source.vocabulary
        return MapWords(
            words=vocabulary.words,
            counts=np.asarray(vocabulary.counts),
            groups=labels,
            names=tuple(names),
            basis=basis,
        )


def given_groups(source: Source, file: str | None = None) -> WordGroups | None:
    """Return the groups that a file gives, or the source itself; None where neither does."""
    if file is not None:
        return read_groups(file, source.vocabulary)
    if source.built_in and source.name == built_in.NAME:
        return as_word_groups(built_in.word_groups(), source.vocabulary)
    return None


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"
