"""A file that says which words belong together: word, tab, group, one a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sgns_core.trace import Indices
from sgns_core.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class WordGroups:
    """labels: (V,) the group of each word, -1 without one; names: of the groups, first seen first.

    unknown: words of the file that the vocabulary has not. double: words named again, whose first
    group holds.
    """

    labels: Indices
    names: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    double: tuple[str, ...] = ()


def read_groups(path: str | Path, vocabulary: Vocabulary) -> WordGroups:
    """Return the groups of a file. Raises InvalidInput that names the file, the line and the remedy."""
    raise NotImplementedError


def as_word_groups(groups: Mapping[str, str], vocabulary: Vocabulary) -> WordGroups:
    """Return the groups of words that are known by name, as of the built-in source `groups`."""
    raise NotImplementedError
