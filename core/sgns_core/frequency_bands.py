"""Words by how frequent they are, as groups."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sgns_core.record import record
from sgns_core.trace import Indices


@record(eq=False)
class FrequencyBands:
    """labels: (V,) the band of each word, 0 for the most frequent; ranges: (least, most) count."""

    labels: Indices
    ranges: tuple[tuple[int, int], ...]


def frequency_bands(counts: npt.ArrayLike, bands: int = 4) -> FrequencyBands:
    """Return up to `bands` bands that each span the same ratio of counts; empty ones are left out.

    counts: (V,) whole numbers from 0; the ratio is that of the largest to the smallest above 0, and
    words that were never counted belong to the least frequent. The ranges are the counts that
    occur: by Zipf's law each band has many times more words than the one above it.
    """
    given = np.asarray(counts, np.int64)
    counted = given[given > 0]
    if not len(counted):
        return FrequencyBands(np.zeros(len(given), np.intp), ((0, 0),) if len(given) else ())
    low, high = int(counted.min()), int(counted.max())
    edges = low * (high / low) ** (np.arange(1, bands) / bands)  # between the bands
    band = np.searchsorted(edges, np.maximum(given, low), side="right")
    present, labels = np.unique(bands - 1 - band, return_inverse=True)
    members = [given[labels == number] for number in range(len(present))]
    ranges = tuple((int(band.min()), int(band.max())) for band in members)
    return FrequencyBands(labels.astype(np.intp), ranges)
