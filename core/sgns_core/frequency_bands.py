"""Words by how frequent they are, as groups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy.typing as npt

from sgns_core.trace import Indices


@dataclass(frozen=True, eq=False)
class FrequencyBands:
    """labels: (V,) the band of each word, 0 for the most frequent; ranges: (least, most) count."""

    labels: Indices
    ranges: tuple[tuple[int, int], ...]


def frequency_bands(counts: npt.ArrayLike, bands: int = 4) -> FrequencyBands:
    """Return up to `bands` bands that each span the same ratio of counts; empty ones are left out."""
    raise NotImplementedError
