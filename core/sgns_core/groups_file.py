"""A file that says which words belong together: word, tab, group, one a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from sgns_core.errors import InvalidInput, shown
from sgns_core.reading import read_text
from sgns_core.record import record
from sgns_core.trace import Indices
from sgns_core.vocabulary import Vocabulary


@record(eq=False)
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
    """Return the groups of a UTF-8 file; blank lines are passed over.

    Raises InvalidInput, with the name of the file, the line and the remedy, for a file that cannot
    be read, a line that is not a word, one tab and a group, and where no word of it is known.
    """
    source = str(path)
    pairs = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line or line.isspace():
            continue
        word, *rest = line.split("\t")
        if len(rest) != 1 or not word.strip() or not rest[0].strip():
            raise InvalidInput(
                "{source}, line {line}: {value} is not a word, one tab and a group; write it so",
                source=source,
                line=number,
                value=shown(line[:60]),
            )
        pairs.append((word.strip(), rest[0].strip()))
    groups = _word_groups(pairs, vocabulary)
    if not groups.names:
        raise InvalidInput(
            "{source}: none of its {count} words is among the {size} of the text, the first is "
            "{word}; name words as the text has them",
            source=source,
            count=len(pairs),
            size=len(vocabulary),
            word=shown(pairs[0][0][:60]),
        )
    return groups


def as_word_groups(groups: Mapping[str, str], vocabulary: Vocabulary) -> WordGroups:
    """Return the groups of words that are known by name, as of the built-in source `groups`."""
    return _word_groups(groups.items(), vocabulary)


def _word_groups(pairs: Iterable[tuple[str, str]], vocabulary: Vocabulary) -> WordGroups:
    labels = np.full(len(vocabulary), -1, np.intp)
    names: dict[str, int] = {}
    seen: set[str] = set()
    unknown, double = [], []
    for word, group in pairs:
        if word in seen:
            double.append(word)
            continue
        seen.add(word)
        row = vocabulary.get(word)
        if row < 0:
            unknown.append(word)
        else:
            labels[row] = names.setdefault(group, len(names))
    return WordGroups(labels, tuple(names), tuple(unknown), tuple(double))
