"""What the colours of explored words go by: a file, bands of frequency or of place, k-means."""

from __future__ import annotations

import numpy as np

from sgns_core.frequency_bands import frequency_bands
from sgns_core.groups_file import WordGroups
from sgns_core.kmeans import tightest_kmeans
from sgns_core.neighbors import Table
from sgns_core.record import record
from sgns_core.separation import mean_silhouette
from sgns_core.trace import Indices
from sgns_core.vectors import WordVectors
from sgns_tui.grouping import Basis
from sgns_tui.i18n import _
from sgns_tui.text import shortened, visible

_KMEANS_SEED = 1
_TRIES = 10
_TRIED = 30_000  # values that are grouped in no time to notice, however often
_BANDS = 4
_SILHOUETTE = 20_000_000  # products of words, words and components: some tenths of a second


@record(eq=False)
class DrawnGroups:
    """Groups of the drawn words: labels (n,), -1 without one; their names; what they go by.

    separation: the mean silhouette of `measured` words that have a group, over all components: of
    all of them, or, where they are too many, of some from all places alike. None where there are
    fewer than two groups.
    """

    labels: Indices
    names: tuple[str, ...]
    basis: str
    separation: float | None
    measured: int


def drawn_groups(
    vectors: WordVectors,
    rows: Indices,
    values: Table,
    basis: Basis,
    k: int,
    given: WordGroups | None,
    file: str,
    ascii_only: bool,
) -> DrawnGroups:
    """Return the groups of rows (n,) whose vectors are `values` (n, d)."""
    if basis is Basis.GIVEN and given is not None:
        name = shortened(visible(file, ascii_only), 24, ascii_only)
        labels, names = given.labels[rows], given.names
        said = _("groups from {file}").format(file=name) if file else _("groups of the text")
    elif basis is Basis.KMEANS:
        count = max(1, min(k, len(rows)))
        tries = max(1, min(_TRIES, _TRIED // values.size))
        labels = tightest_kmeans(values.astype(np.float64), count, _KMEANS_SEED, tries)
        found = int(labels.max(initial=-1)) + 1
        names = tuple(str(number) for number in range(1, found + 1))
        said = _("k-means of what is drawn, k = {k}").format(k=count)
    elif vectors.counts is not None:
        bands = frequency_bands(vectors.counts[rows])
        labels, names = bands.labels, tuple(_range(*ends) for ends in bands.ranges)
        said = _("by count")
    else:
        labels, names = _places(rows)
        said = _("by place in the file (no counts)")
    separation, measured = _separation(values, labels)
    return DrawnGroups(labels, names, said, separation, measured)


def _places(rows: Indices) -> tuple[Indices, tuple[str, ...]]:
    """Return bands of equally many words by their place in the file."""
    parts = [part for part in np.array_split(np.sort(rows), _BANDS) if len(part)]
    ends = np.array([part[-1] for part in parts], np.intp)
    names = tuple(_range(int(part[0]) + 1, int(part[-1]) + 1) for part in parts)
    return np.searchsorted(ends, rows).astype(np.intp), names


def _separation(values: Table, labels: Indices) -> tuple[float | None, int]:
    """Return the mean silhouette of as many words as takes no time to notice."""
    most = max(50, int((_SILHOUETTE / values.shape[1]) ** 0.5))
    grouped = np.flatnonzero(labels >= 0)
    if len(grouped) > most:  # from all places alike: the first alone may be of one band
        grouped = grouped[np.linspace(0, len(grouped) - 1, most).astype(np.intp)]
    if len(np.unique(labels[grouped])) < 2:
        return None, len(grouped)
    return mean_silhouette(values[grouped], labels[grouped]), len(grouped)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"
