"""How well training separates the groups of the built-in text `groups`, seed by seed.

Run it as `python -m benchmarks.groups`. It takes a minute or so.
"""

from __future__ import annotations

import numpy as np

from sgns_core.draws import draw_negatives, uniforms
from sgns_core.groups import groups_source, word_groups
from sgns_core.separation import mean_silhouette
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_core.step import sgns_step

UPDATES = 30_000
LEAST = 0.4
CLAIMED = range(1, 11)
OTHERS = range(11, 41)


def silhouette_after(source: Source, seed: int, updates: int = UPDATES) -> float:
    """Return the mean silhouette of the group words in E after so many updates, one pair each."""
    settings = Settings(seed=seed, lr=source.lr or 0.1, window=source.window or 5)
    E, Ep = source.first_tables(settings)
    sequence = source.pairs(settings)
    centers, targets = sequence.ids(np.arange(updates) % len(sequence))
    chance = uniforms(seed, 0, updates, settings.k)
    positives = targets.astype(np.intp)
    negatives, _ = draw_negatives(chance, positives, settings.policy, source.noise(settings))
    for pair in zip(centers.tolist(), targets.tolist(), negatives.tolist(), strict=True):
        sgns_step(E, Ep, *pair, settings.lr, settings.policy)
    groups = word_groups()
    rows = [source.vocabulary.index(word) for word in groups]
    return mean_silhouette(E[rows], list(groups.values()))


def main() -> None:
    """Print the silhouette of each seed, and how many reach the least one."""
    source = groups_source()
    print(f"{source.name}: mean silhouette of the group words in E, d = 2, {UPDATES:,} updates")
    for name, seeds in (("seeds that the test claims", CLAIMED), ("other seeds", OTHERS)):
        print(f"\n{name}")
        found = []
        for seed in seeds:
            found.append(silhouette_after(source, seed))
            print(f"  seed {seed:2}  {found[-1]:5.2f}", flush=True)
        reached = sum(value >= LEAST for value in found)
        print(
            f"  at least {LEAST} in {reached} of {len(found)}; least {min(found):.2f}, "
            f"median {np.median(found):.2f}, most {max(found):.2f}"
        )


if __name__ == "__main__":
    main()
